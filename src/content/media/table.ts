import { bigint, index, integer, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../entry/table.ts'

export type Variant = { width: number; height: number; format: 'avif' | 'webp'; key: string; size: number }

/** Every uploaded file. It belongs to one entry (`entryId`), or to nobody yet and then goes after 24 hours. */
export const files = pgTable(
  'files',
  {
    id: id(),
    uploaderId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    entryId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    /** The name it had on the uploader's device: for the keeper's eye, never a path. */
    name: text().notNull(),
    /** By its bytes; until they came, what the uploader said. */
    contentType: text().notNull(),
    kind: text().$type<'image' | 'video' | 'audio'>().notNull(),
    /** Null until the bytes are here. */
    storedAt: instant(),
    storageKey: text().notNull(),
    /** Bytes. */
    size: bigint({ mode: 'number' }),
    sha256: text(),
    width: integer(),
    height: integer(),
    /** Seconds. */
    duration: real(),
    variants: jsonb().$type<Variant[]>().notNull().default([]),
    createdAt: createdNow(),
  },
  (t) => [index().on(t.entryId), index('files_unclaimed').on(t.createdAt), index().on(t.uploaderId)],
)

/** A post of type media; its file is `fileId`. */
export const media = pgTable('media', {
  entryId: uuid()
    .primaryKey()
    .references(() => entries.id, { onDelete: 'cascade' }),
  fileId: uuid()
    .notNull()
    .references(() => files.id),
  description: text().notNull().default(''),
  tags: text().array().notNull(),
})
