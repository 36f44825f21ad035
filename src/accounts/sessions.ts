import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { sessions } from '#core/tables.ts'

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
