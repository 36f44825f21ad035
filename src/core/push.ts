import { z } from 'zod'
import type { Language } from '#text/language.ts'
import type { Context, Site } from './context.ts'
import { jobType } from './job.ts'

/** A notification. It replaces an earlier one with the same `tag`. */
export type PushNote = { title: string; body: string; path: string; tag: string; language: Language }

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
