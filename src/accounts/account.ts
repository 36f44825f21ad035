import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Unauthorized } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'

export type AccountRow = typeof accounts.$inferSelect

/** Id of the account that owns the posts that deleted accounts left on the site. Nobody can log in to it. */
export const formerMemberId = '00000000-0000-7000-8000-00000000f0e5'

/**
 * Locks the account until the transaction ends, so that changes to it, its tokens and its factors run one after the
 * other. Lock it before them, because the opposite order causes deadlocks. Throws Unauthorized if it was deleted.
 */
export async function lockAccount({ db }: Pick<Context, 'db'>, accountId: string): Promise<AccountRow> {
  const [row] = await db.select().from(accounts).where(eq(accounts.id, accountId)).for('update')
  if (!row) throw new Unauthorized()
  return row
}

/** Returns the viewer's own account. Throws Unauthorized for a guest, or if the account has been deleted. */
export async function ownAccount({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<AccountRow> {
  const [row] = viewer ? await db.select().from(accounts).where(eq(accounts.id, viewer.id)) : []
  if (!row) throw new Unauthorized()
  return row
}
