import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { authenticatorApps } from '#accounts/second-factor/table.ts'
import type { Context } from '#core/context.ts'
import { stepOfCode } from './totp.ts'

/**
 * Accepts a code of the account's authenticator app once.
 * @param state the confirmed app, or the one being set up, which this call confirms
 * @returns false if the code is wrong, or belongs to a time step that was already used
 */
export async function useAppCode(
  ctx: Pick<Context, 'db' | 'tokens'>,
  accountId: string,
  code: string,
  state: 'active' | 'new',
): Promise<boolean> {
  const { accountId: owner, confirmedAt, lastStep } = authenticatorApps
  const match = and(eq(owner, accountId), state === 'active' ? isNotNull(confirmedAt) : isNull(confirmedAt))
  const [app] = await ctx.db.select().from(authenticatorApps).where(match)
  const secret = app && ctx.tokens.unseal(app.sealedSecret, accountId)
  const step = secret ? stepOfCode(secret, code) : null
  if (!app || step === null) return false
  // This is one statement so that only one of two requests with the same code succeeds.
  const updated = await ctx.db
    .update(authenticatorApps)
    .set({ lastStep: step, lastUsedAt: sql`now()`, confirmedAt: sql`coalesce(${confirmedAt}, now())` })
    .where(and(match, eq(authenticatorApps.sealedSecret, app.sealedSecret), or(isNull(lastStep), lt(lastStep, step))))
    .returning()
  return updated.length === 1
}
