import { and, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { pageOf } from '#content/entry/address.ts'
import { pageOfComment } from '#content/entry/comment/address.ts'
import { comments } from '#content/entry/comment/table.ts'
import { commentShown } from '#content/entry/comment/visible.ts'
import { listsOf, rowsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import { happenings, notifications as table } from '#content/entry/notification/table.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import type { Context, Viewer } from '#core/context.ts'
import { operation } from '#core/operation.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { mostUnread, type Notification, NotificationQuery, Notifications, Reading, Unread } from './schema.ts'

/** Notifications of a member about comments, registrations, and everything that is mailed about their activity. */
export const notifications = {
  list: operation('GET', '/notifications', 'account', {
    summary: 'List your notifications of the last 90 days, newest first',
    input: NotificationQuery,
    output: Notifications,
    handler: pageOfNotifications,
  }),

  unread: operation('GET', '/notifications/unread', 'account', {
    summary: 'Count your unread notifications, up to 100',
    output: Unread,
    handler: async (ctx) => ({ count: await countUnread(ctx) }),
  }),

  markRead: operation('POST', '/notifications/read', 'account', {
    summary: 'Mark one notification as read, or all up to a certain time',
    input: Reading,
    output: Unread,
    async handler(ctx, { id, until }) {
      const viewer = viewerOf(ctx)
      const filter = and(id ? eq(table.id, id) : undefined, until ? lte(table.newestAt, until) : undefined)
      await ctx.db
        .update(table)
        .set({ readAt: sql`now()` })
        .where(and(eq(table.accountId, viewer.id), isNull(table.readAt), filter))
      return { count: await countUnread(ctx) }
    },
  }),
}

type By = Pick<Context, 'db' | 'viewer'>

function selectNotifications({ db, viewer }: By) {
  const shown = happeningsShownTo({ db, viewer })
  return db
    .select({
      notification: table,
      count: shown.count,
      commentId: shown.commentId,
      entry: { id: entries.id, type: entries.type, title: entries.title },
      actor: { id: accounts.id, name: accounts.name, avatar: accounts.avatar },
    })
    .from(table)
    .leftJoin(entries, eq(entries.id, table.entryId))
    .leftJoinLateral(shown, sql`true`)
    .leftJoin(accounts, eq(accounts.id, shown.actorId))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectNotifications>>[number]

const listNotifications = listsOf('notifications', selectNotifications, {
  newest: { of: shownTo, by: [desc(table.newestAt), desc(table.id)] },
})

async function pageOfNotifications(by: By, { limit, lastKey }: PageQuery) {
  const rows = await listNotifications(by, 'newest', limit, after(lastKey, table.newestAt, 'desc', table.id))
  return toPage(rows, limit, ({ notification }) => ({ value: notification.newestAt, id: notification.id }), present)
}

function present({ notification, count, commentId, entry, actor }: Row): Notification {
  const { id, kind, newestAt, readAt, title } = notification
  const page = entry && (commentId ? pageOfComment(entry, commentId) : `/dashboard${pageOf(entry)}`)
  return {
    ...{ id, kind, actor },
    count: kind === 'message' ? 1 : (count ?? 0),
    title: kind === 'message' ? (title ?? '') : (entry?.title ?? ''),
    path: kind === 'message' ? notification.path : page,
    at: newestAt,
    read: readAt !== null,
  }
}

function selectUnread({ db, viewer }: By) {
  const unread = db
    .select({ id: table.id })
    .from(table)
    .leftJoin(entries, eq(entries.id, table.entryId))
    .leftJoinLateral(happeningsShownTo({ db, viewer }), sql`true`)
    .where(sql`${and(shownTo(viewer), isNull(table.readAt))}`.inlineParams())
    .limit(mostUnread)
    .as('unread')
  return db.select({ count: sql<number>`count(*)::int` }).from(unread).$dynamic()
}
const unreadOf = rowsOf('unread', selectUnread)

async function countUnread(by: By): Promise<number> {
  const [row] = await unreadOf(by)
  return row?.count ?? 0
}

/**
 * Returns a condition that matches the viewer's notifications, except those about entries and comments that they can't
 * see any more, because titles would reveal them. The query must join `entries` and `happeningsShownTo`.
 */
function shownTo(viewer: Viewer | null): SQL {
  return and(
    eq(table.accountId, viewerOf({ viewer }).id),
    or(isNull(table.entryId), readable(viewer)),
    or(eq(table.kind, 'message'), sql`${times} > 0`),
  ) as SQL
}

/**
 * Returns a subquery for what a notification is about, as far as the viewer may see it: how often it happened, and the
 * last comment and member.
 */
function happeningsShownTo({ db, viewer }: By) {
  const last = (column: PgColumn) => sql<string | null>`(array_agg(${column} order by ${happenings.id} desc))[1]`
  return db
    .select({
      count: sql<number>`count(*)::int`.as(times.value),
      commentId: last(happenings.commentId).as('last_comment'),
      actorId: last(happenings.actorId).as('last_actor'),
    })
    .from(happenings)
    .leftJoin(comments, eq(comments.id, happenings.commentId))
    .where(and(eq(happenings.notificationId, table.id), or(isNull(happenings.commentId), commentShown(viewer))))
    .as('shown')
}
const times = sql.identifier('times')
