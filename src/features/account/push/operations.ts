import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { Done } from '../schema.ts'
import { forgetDevice, keepDevice } from './queries.ts'
import { Push, PushSubscription } from './schema.ts'
import { pushSubscriptions } from './table.ts'

export const push = {
  push: operation('GET', '/account/push', 'account', {
    summary: 'Read whether this device receives push notifications, and the key to subscribe with',
    input: z.object({}),
    output: Push,
    async handler(ctx) {
      const [device] = await ctx.db
        .select({ createdAt: pushSubscriptions.createdAt })
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.sessionId, viewerOf(ctx).sessionId))
      return { publicKey: ctx.push.publicKey, on: device !== undefined }
    },
  }),

  startPush: operation('PUT', '/account/push', 'account', {
    summary: 'Send push notifications to this device until it logs out',
    input: PushSubscription,
    output: Done,
    async handler(ctx, { endpoint, keys }) {
      await keepDevice(ctx.db, viewerOf(ctx), { endpoint, ...keys })
      return { success: true as const }
    },
  }),

  stopPush: operation('DELETE', '/account/push', 'account', {
    summary: 'Stop sending push notifications to this device',
    input: z.object({}),
    output: Done,
    async handler(ctx) {
      await forgetDevice(ctx.db, viewerOf(ctx).sessionId)
      return { success: true as const }
    },
  }),
}
