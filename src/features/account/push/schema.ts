import { z } from 'zod'

/** Only what a browser's own push service is: https, its usual port, a name and no number. */
const Endpoint = z
  .string()
  .max(1000)
  .refine((text) => {
    if (!/^https:\/\/[^@\s]+$/.test(text) || !URL.canParse(text)) return false
    const { hostname, port, hash } = new URL(text)
    return /\.[a-z][a-z0-9-]*$/i.test(hostname) && port === '' && hash === ''
  })

/** As `PushSubscription.toJSON()` says it: an uncompressed P-256 point and 16 bytes, in base64url. */
export const PushSubscription = z.object({
  endpoint: Endpoint,
  keys: z.object({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}=?$/),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}(==)?$/),
  }),
})

/** What a browser subscribes with, and whether this session's device is kept here. */
export const Push = z.object({ publicKey: z.string(), on: z.boolean() })
