import { and, eq, sql } from 'drizzle-orm'
import { passkeys } from '#accounts/second-factor/table.ts'
import type { Context } from '#core/context.ts'
import { wrongPasskey } from '../errors.ts'
import { useOnce } from '../queries.ts'
import type { Assertion } from '../schema.ts'
import { type Challenge, verifyAssertion } from './webauthn.ts'

/** Returns the passkeys of an account. */
export function passkeysOf({ db }: Pick<Context, 'db'>, accountId: string) {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId))
}

/**
 * Accepts an assertion once: uses up its challenge and updates the counter of its passkey.
 * @param challenge the expected challenge; with an account only that account's passkeys are accepted
 * @returns the account that the passkey belongs to, and whether the device verified its owner
 */
export async function usePasskey(
  ctx: Pick<Context, 'db' | 'site' | 'tokens'>,
  challenge: Challenge,
  assertion: Assertion,
): Promise<{ accountId: string; userVerified: boolean }> {
  const [stored] = await ctx.db
    .select()
    .from(passkeys)
    .where(
      and(
        eq(passkeys.credentialId, assertion.id),
        challenge.account ? eq(passkeys.accountId, challenge.account) : undefined,
      ),
    )
    .for('update')
  if (!stored) throw wrongPasskey()
  const { used, counter, userVerified } = await verifyAssertion(ctx, challenge, assertion, stored)
  await useOnce(ctx, used.challenge, used.ticket)
  await ctx.db.update(passkeys).set({ counter, lastUsedAt: sql`now()` }).where(eq(passkeys.id, stored.id))
  return { accountId: stored.accountId, userVerified }
}
