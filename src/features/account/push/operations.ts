import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { Done } from '../schema.ts'
import { forgetDevice, keepDevice } from './queries.ts'
import { pushSubscriptions } from './table.ts'

/**
 * Accepts only addresses that a browser's push service can have: https, default port, a host name and no IP address.
 */
const Endpoint = z
  .string()
  .max(1000)
  .refine((text) => {
    if (!/^https:\/\/[^@\s]+$/.test(text) || !URL.canParse(text)) return false
    const { hostname, port, hash } = new URL(text)
    return /\.[a-z][a-z0-9-]*$/i.test(hostname) && port === '' && hash === ''
  })

/** The result of `PushSubscription.toJSON()`. Its keys are an uncompressed P-256 point and 16 bytes, in base64url. */
const PushSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
})

/** The key to subscribe with, and whether this session's device is subscribed. */
const Push = z.object({ publicKey: z.string(), on: z.boolean() })

export const push = {
  push: operation('GET', '/account/push', 'account', {
    summary: 'Read whether this device receives push notifications, and the key to subscribe with',
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
    output: Done,
    async handler(ctx) {
      await forgetDevice(ctx.db, viewerOf(ctx).sessionId)
      return { success: true as const }
    },
  }),
}
