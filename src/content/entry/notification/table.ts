import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant, oneOf, partOf } from '#core/column.ts'
import { accounts, ofAccount } from '#core/tables.ts'
import { comments } from '../comment/table.ts'
import { entries } from '../table.ts'
import { type NotificationKind, notificationKinds } from './kinds.ts'

/** Members' notifications. They are deleted after 90 days, beyond 1,000 per account, or with their entry. */
export const notifications = pgTable(
  'notifications',
  {
    id: id(),
    accountId: ofAccount(),
    kind: text().$type<NotificationKind>().notNull(),
    /** A thread or an entry: unread notifications of one kind about the same one are counted in one row. */
    subjectId: uuid(),
    entryId: uuid().references(() => entries.id, { onDelete: 'cascade' }),
    // These three are for the previous release, which has no `happenings`.
    commentId: uuid().references(() => comments.id, { onDelete: 'set null' }),
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    count: integer().notNull().default(1),
    /** The subject of a `message` in the member's language, and the page it is about. */
    title: text(),
    path: text(),
    createdAt: createdNow(),
    newestAt: createdNow(),
    readAt: instant(),
    mailedAt: instant(),
  },
  (t) => [
    index('notifications_newest').on(t.accountId, t.newestAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    uniqueIndex('notifications_unread').on(t.accountId, t.kind, t.subjectId).where(sql`${t.readAt} is null`),
    index('notifications_mailed').on(t.accountId, t.subjectId),
    index('notifications_old').on(t.newestAt),
    index().on(t.entryId),
    index().on(t.commentId),
    index().on(t.actorId),
    oneOf('notifications_kind', t.kind, notificationKinds),
  ],
)

/** The comments and registrations of notifications, one row each. The row of a comment is deleted with it. */
export const happenings = pgTable(
  'happenings',
  {
    id: id(),
    notificationId: partOf(() => notifications.id),
    commentId: uuid().references(() => comments.id, { onDelete: 'cascade' }),
    /** The member who acted, for example by commenting. */
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  },
  (t) => [index().on(t.notificationId), index().on(t.commentId), index().on(t.actorId)],
)
