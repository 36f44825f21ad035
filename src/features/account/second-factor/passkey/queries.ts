import { and, eq, inArray, sql } from 'drizzle-orm'
import { type AccountRow, lockAccount } from '#accounts/account.ts'
import { passkeys } from '#accounts/second-factor/table.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { recordRefusal } from '../../session/failures.ts'
import { wrongPasskey } from '../errors.ts'
import { useOnce } from '../queries.ts'
import type { Assertion } from '../schema.ts'
import { type Challenge, verifyAssertion } from './webauthn.ts'

export function passkeysOf({ db }: Pick<Context, 'db'>, accountId: string) {
  return db.select().from(passkeys).where(eq(passkeys.accountId, accountId))
}

/**
 * Accepts an assertion once: uses up its challenge and updates the counter of its passkey. Call it in a transaction,
 * because it locks the account.
 * @param challenge the expected challenge; if it names an account, only that account's passkeys are accepted
 * @returns the account that the passkey belongs to, and whether the device verified its owner
 */
export async function usePasskey(
  ctx: Pick<Context, 'db' | 'site' | 'tokens'>,
  challenge: Challenge,
  assertion: Assertion,
): Promise<{ account: AccountRow; userVerified: boolean }> {
  const match = and(
    eq(passkeys.credentialId, assertion.id),
    challenge.account ? eq(passkeys.accountId, challenge.account) : undefined,
  )
  const [owner] = await ctx.db.select({ id: passkeys.accountId }).from(passkeys).where(match)
  if (!owner) throw wrongPasskey()
  const account = await lockAccount(ctx, owner.id)
  // The passkey is read after that, because it may have been removed in the meantime.
  const [stored] = await ctx.db.select().from(passkeys).where(match)
  if (!stored) throw wrongPasskey()
  const { used, counter, userVerified } = await verifyAssertion(ctx, challenge, assertion, stored)
  await useOnce(ctx, used.challenge, used.ticket)
  // Only a synced passkey gets here with a counter that hasn't risen. It may still be a copy.
  if (counter > 0 && counter <= stored.counter)
    await audit({ db: ctx.db, viewer: null }, 'account:passkey-counter', account.id)
  const highest = Math.max(counter, stored.counter)
  await ctx.db.update(passkeys).set({ counter: highest, lastUsedAt: sql`now()` }).where(eq(passkeys.id, stored.id))
  return { account, userVerified }
}

/**
 * Runs a login or confirmation by passkey, and logs a refused passkey after the transaction was rolled back.
 * @param row the account; null for a login with a passkey alone, which is logged if the passkey belongs to an account
 */
export async function recordingWrongPasskey<T>(
  ctx: Context,
  { id }: Assertion,
  row: AccountRow | null,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Refusal && error.code
    if (code === 'wrong_passkey' || code === 'disabled') {
      const account = row ?? (await ownerOf(ctx, id))
      if (account) await recordRefusal(ctx, account, 'passkey')
    }
    throw error
  }
}

async function ownerOf({ db }: Pick<Context, 'db'>, credentialId: string): Promise<AccountRow | undefined> {
  const owner = db.select({ id: passkeys.accountId }).from(passkeys).where(eq(passkeys.credentialId, credentialId))
  const [row] = await db.select().from(accounts).where(inArray(accounts.id, owner))
  return row
}
