import { z } from 'zod'

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
export const PushSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
})

/** The key to subscribe with, and whether this session's device is subscribed. */
export const Push = z.object({ publicKey: z.string(), on: z.boolean() })
