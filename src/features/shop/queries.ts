import { inArray } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'

/**
 * Locks accounts against deletion until the transaction ends. To avoid deadlocks the shop always locks in this order:
 * accounts, orders, entries, products, each by id.
 */
export async function keepAccounts({ db }: Pick<Context, 'db'>, ids: string[]): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('key share')
}
