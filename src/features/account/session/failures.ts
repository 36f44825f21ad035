import { z } from 'zod'
import type { AccountRow } from '#accounts/account.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { TooMany } from '#core/errors.ts'
import { jobType } from '#core/job.ts'
import { accountMails } from '../mail-jobs.ts'
import { deviceOf } from './device.ts'
import { takeLockoutRecord } from './queries.ts'

/** The kind of secret that was guessed, at a login or when a logged-in member confirms their identity. */
type Guessed = 'password' | 'code' | 'recovery code' | 'passkey'

/**
 * Runs a check of a secret and logs a wrong guess. After too many, a refused guess is logged at most once every 15
 * minutes.
 * @throws the errors that the check throws
 */
export async function recordingFailures(
  ctx: Context,
  row: AccountRow,
  method: Guessed,
  guess: () => Promise<boolean>,
): Promise<boolean> {
  const right = await recordingLockouts(ctx, row, method, guess)
  if (!right) await ctx.transaction((inside) => audit(inside, failedAction, row.id, guessOf(ctx, method)))
  return right
}

/**
 * Does the same for the password of a login. A job looks for the account, so that a refusal takes the same time whether
 * the email has one or not.
 */
export async function recordingLogins(
  ctx: Context,
  { email, row }: { email: string; row: AccountRow | undefined },
  guess: () => Promise<boolean>,
): Promise<boolean> {
  const right = await recordingLockouts(ctx, row, 'password', guess)
  if (!right) await logInFailed.add(ctx, { email, detail: guessOf(ctx, 'password') })
  return right
}

async function recordingLockouts(
  ctx: Context,
  row: AccountRow | undefined,
  method: Guessed,
  guess: () => Promise<boolean>,
): Promise<boolean> {
  try {
    return await guess()
  } catch (error) {
    if (row && error instanceof TooMany) await recordLockout(ctx, row, method)
    throw error
  }
}

export const failedAction = 'account:log-in-failed'

/** Logs a failed login with this email, if it has an account. */
export const logInFailed = jobType(
  failedAction,
  z.object({ email: z.string(), detail: z.record(z.string(), z.unknown()) }),
)

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

/** Returns a function that emails the account's owner, at most once a day, that someone is guessing. */
export function mailWarning(ctx: Context, row: AccountRow | undefined): () => Promise<void> {
  return async () => {
    if (row?.emailVerifiedAt) await accountMails.guessed.add(ctx, { accountId: row.id })
  }
}

function recordLockout(ctx: Context, row: AccountRow, method: Guessed): Promise<void> {
  return ctx.transaction(async (inside) => {
    if (await takeLockoutRecord(inside, row.id)) await audit(inside, 'account:locked-out', row.id, guessOf(ctx, method))
  })
}

/** Returns what the log says of a guess. Admins need the address to find out where an attack comes from. */
function guessOf({ caller }: Context, method: Guessed) {
  return { method, ...deviceOf(caller.userAgent), address: caller.address }
}
