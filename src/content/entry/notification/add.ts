import { and, eq, gt, isNull, notExists, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, Site } from '#core/context.ts'
import { happenings, notifications } from './table.ts'

type Inside = Pick<Context, 'db'>
/** Other notifications of the same account about the same subject. */
const recent = alias(notifications, 'recent')

/**
 * Adds a message to a member's notifications, in the caller's transaction: the subject of its email, and the page that
 * its button opens.
 */
export async function addMessage(
  { db, site }: Inside & { site: Pick<Site, 'baseUrl'> },
  accountId: string,
  { subject, url }: { subject: string; url?: string | undefined },
  entryId?: string,
): Promise<void> {
  const home = `${site.baseUrl}/`
  const path = url?.startsWith(home) ? url.slice(home.length - 1) : null
  await db
    .insert(notifications)
    .values({ accountId, kind: 'message', entryId: entryId ?? null, title: subject.slice(0, 300), path })
}

type Happening = {
  accountId: string
  kind: 'comment' | 'reply' | 'mention' | 'registration'
  /** The thread or entry that several happenings have in common: unread ones share one notification. */
  subjectId: string
  entryId: string
  commentId?: string
  actorId?: string | null
}

/**
 * Notifies a member of something that happens repeatedly, such as comments, in the caller's transaction: adds it to the
 * unread notification about the same subject, if there is one. Returns the notification's id.
 */
export async function addHappening({ db }: Inside, happening: Happening): Promise<string> {
  const { accountId, kind, subjectId, commentId = null, actorId = null } = happening
  const [row] = await db
    .insert(notifications)
    .values(happening)
    .onConflictDoUpdate({
      target: [notifications.accountId, notifications.kind, notifications.subjectId],
      targetWhere: isNull(notifications.readAt),
      set: { count: sql`${notifications.count} + 1`, commentId, actorId, newestAt: sql`now()` },
    })
    .returning({ id: notifications.id })
  if (!row) throw new Error(`insert into notifications returned no row for ${accountId}, ${kind}, ${subjectId}`)
  await db.insert(happenings).values({ notificationId: row.id, commentId, actorId })
  return row.id
}

/**
 * Returns whether a notification may be emailed, and if so records that it is: a member gets at most one email an hour
 * about the same subject.
 */
export async function takeMail({ db }: Inside, id: string): Promise<boolean> {
  const recentMails = db
    .select({ id: recent.id })
    .from(recent)
    .where(
      and(
        eq(recent.accountId, notifications.accountId),
        eq(recent.subjectId, notifications.subjectId),
        gt(recent.mailedAt, sql`now() - interval '1 hour'`),
      ),
    )
  const updated = await db
    .update(notifications)
    .set({ mailedAt: sql`now()` })
    .where(and(eq(notifications.id, id), notExists(recentMails)))
    .returning({ id: notifications.id })
  return updated.length > 0
}
