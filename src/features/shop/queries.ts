import { inArray } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'

/**
 * Keeps accounts from going until the transaction ends. Whatever the shop writes locks in this order, so that no two wait for
 * each other: accounts, orders, entries, products, each by their ids.
 */
export async function keepAccounts({ db }: Pick<Context, 'db'>, ids: string[]): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('key share')
}
