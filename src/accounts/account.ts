import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Unauthorized } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'

export type AccountRow = typeof accounts.$inferSelect

/** Id of the account that owns the posts that deleted accounts left on the site. Nobody can log in to it. */
export const formerMemberId = '00000000-0000-7000-8000-00000000f0e5'

/** Returns the viewer's own account. Throws Unauthorized for a guest, or if the account has been deleted. */
export async function ownAccount({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<AccountRow> {
  const [row] = viewer ? await db.select().from(accounts).where(eq(accounts.id, viewer.id)) : []
  if (!row) throw new Unauthorized()
  return row
}
