import type { AccountRow } from '#accounts/account.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import { accountMails } from '../mail-jobs.ts'
import { deviceOf } from './device.ts'
import { takeLockoutRecord } from './queries.ts'

/** The kind of secret that was guessed, at a login or when a logged-in member confirms their identity. */
type Guessed = 'password' | 'code' | 'recovery code' | 'passkey'

/**
 * Runs a check of a secret and logs a wrong guess. After too many, a refused guess is logged at most once every 15
 * minutes.
 * @param row the account, or undefined if the email has none, in which case nothing is logged
 * @throws the errors that the check throws
 */
export async function recordingFailures(
  ctx: Context,
  row: AccountRow | undefined,
  method: Guessed,
  guess: () => Promise<boolean>,
): Promise<boolean> {
  try {
    const right = await guess()
    if (row && !right) await recordFailure(ctx, row, method)
    return right
  } catch (error) {
    if (row && error instanceof TooMany) await recordLockout(ctx, row, method)
    throw error
  }
}

/**
 * Logs a refused login that can't be a guess and is therefore not limited: with a passkey, or with the right password of
 * a closed account. Logs as many as of wrong passwords from one address, and then one line every 15 minutes.
 */
export async function recordRefusal(ctx: Context, row: AccountRow, method: Guessed): Promise<void> {
  try {
    await recordingFailures(ctx, row, method, async () => {
      await ctx.limits.take('refusal', row.id)
      return false
    })
  } catch (error) {
    if (!(error instanceof TooMany)) throw error
  }
}

/** Logs an attempt that failed, in a transaction of its own, so that it is logged although the request is refused. */
function recordFailure(ctx: Context, row: AccountRow, method: Guessed): Promise<void> {
  return ctx.transaction((inside) => record(inside, row, 'account:log-in-failed', method))
}

/** Returns a function that emails the account's owner, at most once a day, that someone is guessing. */
export function mailWarning(ctx: Context, row: AccountRow | undefined): () => Promise<void> {
  return async () => {
    if (row?.emailVerifiedAt) await accountMails.guessed.add(ctx, { accountId: row.id })
  }
}

function recordLockout(ctx: Context, row: AccountRow, method: Guessed): Promise<void> {
  return ctx.transaction(async (inside) => {
    if (!(await takeLockoutRecord(inside, row.id))) return
    await record(inside, row, 'account:locked-out', method)
  })
}

/** Logs the guesser's address, for admins who need to find out where an attack comes from. */
function record(ctx: Context, row: AccountRow, action: string, method: Guessed): Promise<void> {
  const { address, userAgent } = ctx.caller
  return audit(ctx, action, row.id, { method, ...deviceOf(userAgent), address })
}
