import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { accountDevices, sessions } from '#core/tables.ts'

/**
 * Ends all sessions of the account immediately, on every instance. Returns how many were ended.
 * @param except id of a session to keep
 */
export async function endSessions(db: NodePgDatabase, accountId: string, except?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        except ? ne(sessions.id, except) : undefined,
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

/**
 * Forgets the devices and addresses from which people have logged in to the account. Afterwards, other people's wrong
 * guesses can slow down the next login from there, and the owner is mailed about that login.
 * @param except the owner's current session and the hash of their current device, which stay
 */
export async function forgetDevices(
  db: Pick<NodePgDatabase, 'delete' | 'update'>,
  accountId: string,
  except: { sessionId?: string | undefined; device?: string | undefined } = {},
): Promise<void> {
  const { sessionId, device } = except
  const otherDevice = device ? ne(accountDevices.hash, device) : undefined
  await db.delete(accountDevices).where(and(eq(accountDevices.accountId, accountId), otherDevice))
  const otherSession = sessionId ? ne(sessions.id, sessionId) : undefined
  await db
    .update(sessions)
    .set({ address: '' })
    .where(and(eq(sessions.accountId, accountId), otherSession))
}
