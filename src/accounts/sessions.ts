import { and, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { sessions } from '#core/tables.ts'

/** Ends sessions of the account at once, on every instance. Returns their number. @param but a session that stays */
export async function endSessions(db: NodePgDatabase, accountId: string, but?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        but ? ne(sessions.id, but) : undefined,
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}
