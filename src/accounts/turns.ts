import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

/**
 * Lets the transactions of an account pass a place one after another: each waits here until the one before has ended. A
 * limit that is counted afterwards can't be exceeded by many requests at the same time.
 * @param place names what is counted or written behind it
 */
export async function waitInTurn(
  db: Context['db'],
  place: 'drafts' | 'lockout' | 'orders' | 'quota' | 'reports',
  accountId: string,
): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext(${place}), hashtext(${accountId}))`)
}
