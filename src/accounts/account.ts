import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Unauthorized } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'

export type AccountRow = typeof accounts.$inferSelect

/** The author of what deleted accounts left behind: one account for all of them, which nobody can log in to. */
export const formerMemberId = '00000000-0000-7000-8000-00000000f0e5'

/** Returns the viewer's own account. Throws Unauthorized if it was deleted meanwhile. */
export async function ownAccount({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<AccountRow> {
  const [row] = viewer ? await db.select().from(accounts).where(eq(accounts.id, viewer.id)) : []
  if (!row) throw new Unauthorized()
  return row
}
