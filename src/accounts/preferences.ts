import { eq, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import type { AccountRow } from './account.ts'

/** Changes some preferences of an account. Returns the account, or undefined if it was deleted. */
export async function changePreferences(
  db: Context['db'],
  accountId: string,
  change: Record<string, unknown>,
): Promise<AccountRow | undefined> {
  const preferences = sql`${accounts.preferences} || ${JSON.stringify(change)}::jsonb`
  const [row] = await db
    .update(accounts)
    .set({ preferences, updatedAt: sql`now()` })
    .where(eq(accounts.id, accountId))
    .returning()
  return row
}
