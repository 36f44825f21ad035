import { z } from 'zod'
import type { Context, Site } from './context.ts'
import type { Language } from './language.ts'

/** Where a browser takes pushes, and the keys of that browser alone (RFC 8291), in base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/** What a worker shows; `tag` and `topic` take the place of what was said of the same thing before. */
export type PushNote = { title: string; body: string; path: string; tag: string; language: Language }

/** `topic`: of several that wait at the push service under one topic the newest counts. `ttl` in seconds. */
export type PushMessage = { text: string; topic: string; ttl: number }

/** How pushes leave the house. Operations queue them (`queuePush`); only jobs send. */
export type Pusher = {
  /** The site's VAPID key (RFC 8292) in base64url, which a browser subscribes with. */
  publicKey: string
  /** `gone` once there is no such browser any more. Throws when it was not taken now; the job tries again. */
  send(target: PushTarget, message: PushMessage): Promise<'sent' | 'gone'>
}

const Wanted = z.object({ pushNotifications: z.literal(true) })

/**
 * Queues word of a mail to the devices of a member who wants that, in the caller's transaction. Who sees a locked phone
 * reads it: its subject goes out only where everybody may see the entry, else that there is something new.
 */
export async function queuePush(
  { site, addJob }: Pick<Context, 'addJob'> & { site: Pick<Site, 'baseUrl'> },
  to: { accountId: string; preferences: unknown },
  { subject, action }: { subject: string; action?: { url: string } | undefined },
  entryId?: string,
): Promise<void> {
  if (!Wanted.safeParse(to.preferences).success) return
  const path = action?.url.startsWith(`${site.baseUrl}/`) ? action.url.slice(site.baseUrl.length) : '/dashboard'
  await addJob('push:tell', { accountId: to.accountId, subject: subject.slice(0, 200), path, entryId })
}
