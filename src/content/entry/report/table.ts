import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant, partOf } from '#core/column.ts'
import { accounts, ofAccount } from '#core/tables.ts'
import { comments } from '../comment/table.ts'
import { entries } from '../table.ts'

const person = () => uuid().references(() => accounts.id, { onDelete: 'set null' })

/** The reported title and text, and who could see them then. `files` is missing in reports of an earlier release. */
export type Reported = {
  title: string
  text: string
  /** The pictures, films and recordings in what was reported. Open reports keep them in storage. */
  files?: { id: string; sha256: string | null }[]
  visibility: string
  groups: string[]
}

/** Reports of entries or comments. Everyone who reports one before a moderator decides is added to the same report. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    /** Null if a comment is reported. Both are null once what was reported is deleted. */
    entryId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    commentId: uuid().references(() => comments.id, { onDelete: 'set null' }),
    authorId: person(),
    /** The entry or comment as it was when it was first reported. Null for reports of an earlier release. */
    reported: jsonb().$type<Reported>(),
    openedAt: createdNow(),
    newestAt: createdNow(),
    resolution: text().$type<'hidden' | 'kept' | 'restored'>(),
    /** The moderator's reason. The author reads it if the entry or comment was hidden; otherwise only moderators do. */
    note: text(),
    closedBy: person(),
    closedAt: instant(),
  },
  (t) => [
    uniqueIndex('reports_open').on(t.entryId).where(sql`${t.closedAt} is null`),
    uniqueIndex('reports_open_comment').on(t.commentId).where(sql`${t.closedAt} is null`),
    index('reports_newest').on(t.newestAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('reports_entry').on(t.entryId),
    index('reports_comment').on(t.commentId),
    check('reports_resolution', sql`${t.resolution} in ('hidden', 'kept', 'restored')`),
    check('reports_closed', sql`(${t.resolution} is null) = (${t.closedAt} is null)`),
  ],
)

/** One reader's part in a report. The author never learns who reported the entry or comment. */
export const reportVoices = pgTable(
  'report_voices',
  {
    id: id(),
    reportId: partOf(() => reports.id),
    reporterId: person(),
    /** One of `reasons` (`schema.ts`). */
    reason: text().notNull(),
    words: text(),
    createdAt: createdNow(),
  },
  (t) => [unique('report_voices_one_each').on(t.reportId, t.reporterId), index().on(t.reporterId, t.createdAt)],
)

/** Acts that hid an account's posts and comments together. Lifting one shows again what it hid. */
export const hidingActs = pgTable(
  'hiding_acts',
  {
    id: id(),
    accountId: ofAccount(),
    moderatorId: person(),
    reason: text().notNull(),
    count: integer().notNull(),
    createdAt: createdNow(),
    liftedAt: instant(),
  },
  (t) => [
    index().on(t.accountId),
    index('hiding_acts_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
  ],
)

/**
 * One row for each time an entry or a comment was hidden. Rows outlive both, so that an author's hidden posts can be
 * counted.
 */
export const hidings = pgTable(
  'hidings',
  {
    id: id(),
    entryId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    commentId: uuid().references(() => comments.id, { onDelete: 'set null' }),
    authorId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    actId: uuid().references(() => hidingActs.id, { onDelete: 'set null' }),
    createdAt: createdNow(),
    liftedAt: instant(),
  },
  (t) => [index().on(t.entryId), index().on(t.commentId), index().on(t.authorId), index().on(t.actId)],
)
