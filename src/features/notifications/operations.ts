import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notifications as table } from '#content/entry/notification/table.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { countUnread, pageOfNotifications } from './queries.ts'
import { NotificationQuery, Notifications, Reading, Unread } from './schema.ts'

/** Notifications of a member about comments, registrations, and everything that is mailed about their activity. */
export const notifications = {
  list: operation('GET', '/notifications', 'account', {
    summary: 'List your notifications of the last 90 days, newest first',
    input: NotificationQuery,
    output: Notifications,
    handler: (ctx, page) => pageOfNotifications(ctx, viewerOf(ctx), page),
  }),

  unread: operation('GET', '/notifications/unread', 'account', {
    summary: 'Count your unread notifications, up to 100',
    input: z.object({}),
    output: Unread,
    handler: async (ctx) => ({ count: await countUnread(ctx, viewerOf(ctx)) }),
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
      return { count: await countUnread(ctx, viewer) }
    },
  }),
}
