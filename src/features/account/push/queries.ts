import { and, desc, eq, gt, isNull, notInArray, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PushTarget } from '#core/pusher.ts'
import { accounts, sessions } from '#core/tables.ts'
import { pushSubscriptions } from './table.ts'

/** The maximum number of devices per account, which is more than anyone uses. Only the newest are stored. */
const maxDevices = 10

const isActive = and(isNull(sessions.revokedAt), gt(sessions.expiresAt, sql`now()`), isNull(accounts.disabledAt))
const wantsPush = sql`coalesce((${accounts.preferences} ->> 'pushNotifications')::boolean, false)`

/** Selects the devices that are logged in and whose members want push notifications. Callers add a `where`. */
export function selectDevices(db: NodePgDatabase) {
  const { sessionId, endpoint, p256dh, auth } = pushSubscriptions
  return db
    .select({ sessionId, endpoint, p256dh, auth, preferences: accounts.preferences })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.id, sessionId))
    .innerJoin(accounts, and(eq(accounts.id, sessions.accountId), isActive, wantsPush))
    .$dynamic()
}

/**
 * Stores the push address of a session's browser, which may have belonged to another session before. Deletes the
 * account's oldest addresses if there are too many.
 */
export async function keepDevice(
  db: NodePgDatabase,
  { id, sessionId }: { id: string; sessionId: string },
  target: PushTarget,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(or(eq(pushSubscriptions.endpoint, target.endpoint), eq(pushSubscriptions.sessionId, sessionId)))
  await db
    .insert(pushSubscriptions)
    .values({ sessionId, ...target })
    .onConflictDoNothing()
  const ofAccount = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.accountId, id))
  const newest = db
    .select({ id: pushSubscriptions.sessionId })
    .from(pushSubscriptions)
    .innerJoin(sessions, and(eq(sessions.id, pushSubscriptions.sessionId), eq(sessions.accountId, id)))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.sessionId))
    .limit(maxDevices)
  await db
    .delete(pushSubscriptions)
    .where(and(sql`${pushSubscriptions.sessionId} in ${ofAccount}`, notInArray(pushSubscriptions.sessionId, newest)))
}

export async function forgetDevice(db: NodePgDatabase, sessionId: string): Promise<void> {
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.sessionId, sessionId))
}

/** Deletes push addresses of ended sessions and disabled accounts, to which nothing is sent any more. */
export async function forgetEnded(db: NodePgDatabase): Promise<void> {
  const endedSessions = db
    .select({ id: sessions.id })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(sql`not (${isActive})`)
  await db.delete(pushSubscriptions).where(sql`${pushSubscriptions.sessionId} in ${endedSessions}`)
}
