import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, oneOf } from '#core/column.ts'
import { ofAccount } from '#core/tables.ts'
import { type PageKind, pageKinds } from '../address.ts'

/**
 * Unposted drafts. They are not entries: only their owner sees them, they may be incomplete, and they have no versions,
 * search terms or activity log.
 */
export const drafts = pgTable(
  'drafts',
  {
    /** Generated on the device, so that a save whose answer was lost can be repeated. */
    id: uuid().primaryKey(),
    ownerId: ofAccount(),
    kind: text().$type<PageKind>().notNull(),
    /** Shown in the list; empty while the form has no title. */
    title: text().notNull().default(''),
    /** The values of the form, in the form's own shape. */
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The size of `fields` in bytes. */
    bytes: integer().notNull(),
    /** The uploads that `fields` names. They are not deleted while the draft exists. */
    fileIds: uuid().array().notNull().default(sql`'{}'`),
    /** The device that saved it last. */
    deviceId: uuid().notNull(),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [
    index('drafts_newest').on(t.ownerId, t.updatedAt, t.id),
    index('drafts_files').using('gin', t.fileIds),
    oneOf('drafts_kind', t.kind, pageKinds),
  ],
)
