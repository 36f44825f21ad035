import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../table.ts'

const entryId = () =>
  uuid()
    .notNull()
    .references(() => entries.id, { onDelete: 'cascade' })
const person = () => uuid().references(() => accounts.id, { onDelete: 'set null' })

/** What readers say is wrong with an entry. All who say so before a moderator decides stand in one report. */
export const reports = pgTable(
  'reports',
  {
    id: id(),
    entryId: entryId(),
    openedAt: createdNow(),
    newestAt: createdNow(),
    resolution: text().$type<'hidden' | 'kept' | 'restored'>(),
    /** Why the moderator decided so. The author reads it of what was hidden; else moderators alone. */
    note: text(),
    closedBy: person(),
    closedAt: instant(),
  },
  (t) => [
    uniqueIndex('reports_open').on(t.entryId).where(sql`${t.closedAt} is null`),
    index('reports_newest').on(t.newestAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('reports_entry').on(t.entryId),
    check('reports_resolution', sql`${t.resolution} in ('hidden', 'kept', 'restored')`),
    check('reports_closed', sql`(${t.resolution} is null) = (${t.closedAt} is null)`),
  ],
)

/** One person's word in a report. Its author never learns whose. */
export const reportVoices = pgTable(
  'report_voices',
  {
    id: id(),
    reportId: uuid()
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
    reporterId: person(),
    /** One of `reasons` (`schema.ts`). */
    reason: text().notNull(),
    words: text(),
    createdAt: createdNow(),
  },
  (t) => [unique('report_voices_one_each').on(t.reportId, t.reporterId), index().on(t.reporterId, t.createdAt)],
)

/** All posts of one account, hidden at once; lifting it shows again what it hid. */
export const hidingActs = pgTable(
  'hiding_acts',
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
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

/** Each time that an entry was hidden. It outlives the entry, so that what is hidden of an author can be counted. */
export const hidings = pgTable(
  'hidings',
  {
    id: id(),
    entryId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    authorId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    actId: uuid().references(() => hidingActs.id, { onDelete: 'set null' }),
    createdAt: createdNow(),
    /** When it was shown again. */
    liftedAt: instant(),
  },
  (t) => [index().on(t.entryId), index().on(t.authorId), index().on(t.actId)],
)
