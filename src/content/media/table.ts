import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, real, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../entry/table.ts'

export type PictureVariant = { width: number; height: number; format: 'avif' | 'webp'; key: string; size: number }
/** A copy that plays: `mp4` a video, `webm` sound alone, without width and height. */
export type PlayedVariant = {
  width: number | null
  height: number | null
  format: 'mp4' | 'webm'
  key: string
  size: number
}
export type Variant = PictureVariant | PlayedVariant

/** Every uploaded file. It belongs to one entry (`entryId`), or to nobody yet and then goes after 24 hours. */
export const files = pgTable(
  'files',
  {
    id: id(),
    uploaderId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    entryId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    /**
     * Null while its entry shows it. `earlier`: of a version, for keepers; `reason`: why it was returned, for its author,
     * too; `consent`: evidence, for who may read that record.
     */
    withheld: text().$type<'earlier' | 'reason' | 'consent'>(),
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
    /** How loud each of 46 equal parts of a recording is, 0 to 100; null until it is measured. */
    peaks: smallint().array(),
    /** Of the copies of sound and video: null when nobody has asked for them yet. */
    processing: text().$type<'pending' | 'done' | 'failed'>(),
    /** How far the copies are, 0 to 100. */
    percent: smallint().notNull().default(0),
    /** How what plays is encoded, video first: `h264, aac`; null until it is known. */
    codec: text(),
    /** When the original was last read whole and compared with its hash; null: not since it came. */
    checkedAt: instant(),
    /** What that found wrong, until it is mended: other bytes than came, or none. */
    damage: text().$type<'damaged' | 'missing'>(),
    variants: jsonb().$type<Variant[]>().notNull().default([]),
    createdAt: createdNow(),
  },
  (t) => [
    index().on(t.entryId),
    index('files_unclaimed').on(t.createdAt),
    index().on(t.uploaderId),
    index('files_to_check').on(t.checkedAt.asc().nullsFirst(), t.id).where(sql`${t.storedAt} is not null`),
    index('files_damaged').on(t.id).where(sql`${t.damage} is not null`),
  ],
)

/** What happened to originals, for good, in the terms of PREMIS: it names no entry, and stays when the file has gone. */
export const fileEvents = pgTable(
  'file_events',
  {
    id: id(),
    at: createdNow(),
    fileId: uuid().notNull(),
    event: text().$type<'ingestion' | 'fixity check' | 'repair'>().notNull(),
    outcome: text().$type<'success' | 'failure'>().notNull(),
    /** SHA-256 that the file had, or should have had. */
    sha256: text().notNull(),
    /** What was found, in a word or a sentence. */
    note: text(),
    /** Who brought it. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.fileId, t.at), index().on(t.at), index().on(t.actorId)],
)

/** The files that an entry shows as a list, in their order; each belongs to the entry as any of its files does. */
export const entryFiles = pgTable(
  'entry_files',
  {
    entryId: uuid()
      .notNull()
      .references(() => entries.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** What is said of it: the text instead of a picture, the caption of a recording. */
    label: text().notNull().default(''),
    role: text().$type<'before' | 'after'>(),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.position] }), index().on(t.fileId)],
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
  transcript: text().notNull().default(''),
  translation: text().notNull().default(''),
  /** What is spoken or sung, as its author names it. */
  language: text().notNull().default(''),
  speakers: text().array().notNull().default(sql`'{}'::text[]`),
  recordedAt: instant(),
  place: text().notNull().default(''),
})

/** What another member wrote down of a recording. It stays, without their name, when they leave. */
export const transcripts = pgTable(
  'transcripts',
  {
    id: id(),
    entryId: uuid()
      .notNull()
      .references(() => media.entryId, { onDelete: 'cascade' }),
    authorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    language: text().notNull().default(''),
    text: text().notNull().default(''),
    translation: text().notNull().default(''),
    createdAt: createdNow(),
  },
  (t) => [index().on(t.entryId, t.createdAt), index().on(t.authorId)],
)
