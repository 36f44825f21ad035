import { z } from 'zod'
import type { Language } from '#text/language.ts'
import type { Context, Site } from './context.ts'
import { jobType } from './job.ts'

/** A browser's push endpoint and its keys (RFC 8291), in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** A notification. It replaces an earlier one with the same `tag`. */
export type PushNote = { title: string; body: string; path: string; tag: string; language: Language }

/** A message replaces one with the same `topic` that still waits at the push service. `ttl` is in seconds. */
export type PushMessage = { text: string; topic: string; ttl: number }

/** Sends push messages. Only jobs use it: operations call `queuePush`. */
export type Pusher = {
  /** The site's VAPID key (RFC 8292) in base64url, for subscribing. */
  publicKey: string
  /**
   * Returns `gone` if the subscription no longer exists. Throws if the push service didn't accept the message; the job
   * then retries.
   */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}

/** The job that notifies all devices of a member. */
export const pushToTell = jobType(
  'push:tell',
  z.object({ accountId: z.string(), subject: z.string(), path: z.string(), entryId: z.string().optional() }),
)

const PushAllowed = z.object({ pushNotifications: z.literal(true) })

/**
 * Queues a notification in the caller's transaction if the member turned notifications on. Anyone can read a locked
 * screen, so the email's subject is shown only for public entries (spec 17).
 */
export async function queuePush(
  ctx: Pick<Context, 'addJob'> & { site: Pick<Site, 'baseUrl'> },
  to: { accountId: string; preferences: unknown },
  { subject, url }: { subject: string; url?: string | undefined },
  entryId?: string,
): Promise<void> {
  if (!PushAllowed.safeParse(to.preferences).success) return
  const home = ctx.site.baseUrl
  const path = url?.startsWith(`${home}/`) ? url.slice(home.length) : '/dashboard'
  await pushToTell.add(ctx, { accountId: to.accountId, subject: subject.slice(0, 200), path, entryId })
}
