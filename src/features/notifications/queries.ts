import { and, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { pageOf } from '#content/entry/address.ts'
import { pageOfComment } from '#content/entry/comment/address.ts'
import { comments } from '#content/entry/comment/table.ts'
import { commentShown } from '#content/entry/comment/visible.ts'
import { after } from '#content/entry/list/where.ts'
import { notifications } from '#content/entry/notification/table.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import type { Context, Viewer } from '#core/context.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { mostUnread, type Notification } from './schema.ts'

/**
 * Returns a condition that matches the viewer's notifications, except those about entries and comments that they can't
 * see any more, because titles would reveal them. The query must join `entries` and `comments`.
 */
function shownTo(viewer: Viewer): SQL {
  return and(
    eq(notifications.accountId, viewer.id),
    or(isNull(notifications.entryId), readable(viewer)),
    or(isNull(notifications.commentId), commentShown(viewer)),
  ) as SQL
}

/** Returns a page of the viewer's notifications, newest first. */
export async function pageOfNotifications({ db }: Pick<Context, 'db'>, viewer: Viewer, { limit, lastKey }: PageQuery) {
  const { newestAt, id } = notifications
  const rows = await db
    .select({
      notification: notifications,
      entry: { id: entries.id, type: entries.type, title: entries.title },
      actor: { id: accounts.id, name: accounts.name, avatar: accounts.avatar },
    })
    .from(notifications)
    .leftJoin(entries, eq(entries.id, notifications.entryId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .leftJoin(accounts, eq(accounts.id, notifications.actorId))
    .where(and(shownTo(viewer), after(lastKey, newestAt, 'desc', id)))
    .orderBy(desc(newestAt), desc(id))
    .limit(limit + 1)
  return toPage(rows, limit, ({ notification }) => ({ value: notification.newestAt, id: notification.id }), present)
}

type Row = {
  notification: typeof notifications.$inferSelect
  entry: Pick<typeof entries.$inferSelect, 'id' | 'type' | 'title'> | null
  actor: Notification['actor']
}

function present({ notification, entry, actor }: Row): Notification {
  const { id, kind, count, newestAt, readAt, title, commentId } = notification
  const page = entry && (commentId ? pageOfComment(entry, commentId) : `/dashboard${pageOf(entry)}`)
  return {
    ...{ id, kind, count, actor },
    title: kind === 'message' ? (title ?? '') : (entry?.title ?? ''),
    path: kind === 'message' ? notification.path : page,
    at: newestAt,
    read: readAt !== null,
  }
}

/** Counts the viewer's unread notifications, up to a limit. */
export async function countUnread({ db }: Pick<Context, 'db'>, viewer: Viewer): Promise<number> {
  const unread = db
    .select({ id: notifications.id })
    .from(notifications)
    .leftJoin(entries, eq(entries.id, notifications.entryId))
    .leftJoin(comments, eq(comments.id, notifications.commentId))
    .where(and(shownTo(viewer), isNull(notifications.readAt)))
    .limit(mostUnread)
    .as('unread')
  const [row] = await db.select({ count: sql<number>`count(*)::int` }).from(unread)
  return row?.count ?? 0
}
