import { type AccountRow, lockAccount } from '#accounts/account.ts'
import { tellOfFactor } from '#accounts/second-factor/factors.ts'
import type { Context } from '#core/context.ts'
import { refused } from '#core/errors.ts'
import { recordingFailures } from '../session/failures.ts'
import { useAppCode } from './authenticator-app/queries.ts'
import { wrongCode, wrongRecoveryCode } from './errors.ts'
import { recordingWrongPasskey, usePasskey } from './passkey/queries.ts'
import type { Challenge } from './passkey/webauthn.ts'
import { useRecoveryCode } from './queries.ts'
import { refusals } from './refusals.ts'
import type { Proof } from './schema.ts'

/**
 * Checks one proof of an account's second factor, uses it up, and runs `work` in the same transaction. Wrong codes are
 * counted per account and separately for each kind, so that wrong app codes don't lock out an owner who has recovery
 * codes.
 * @param challenge the challenge that a passkey must answer
 * @throws Refusal `wrong_code` or `wrong_passkey`, TooMany after too many wrong codes, Invalid without any proof
 */
export async function withSecondFactor<T>(
  ctx: Context,
  row: AccountRow,
  proof: Proof,
  challenge: Challenge,
  work: (inside: Context) => Promise<T>,
): Promise<T> {
  const { code, recoveryCode, assertion } = proof
  if (code) {
    const isRight = (inside: Context) => useAppCode(inside, row.id, code, 'active')
    return checkCode(ctx, row, `app:${row.id}`, isRight, work, wrongCode)
  }
  if (recoveryCode) {
    const isRight = async (inside: Context) => {
      const right = await useRecoveryCode(inside, row.id, recoveryCode)
      if (right) await tellOfFactor(inside, row, 'codeUsed')
      return right
    }
    return checkCode(ctx, row, `recovery:${row.id}`, isRight, work, wrongRecoveryCode)
  }
  if (!assertion) throw noProof(proof)
  return recordingWrongPasskey(ctx, assertion, row, () =>
    ctx.transaction(async (inside) => {
      await usePasskey(inside, challenge, assertion)
      return work(inside)
    }),
  )
}

/** Throws Invalid if no proof is given. Doesn't check whether it is correct. */
export function requireProof(proof: Proof): void {
  if (!proof.code && !proof.recoveryCode && !proof.assertion) throw noProof(proof)
}

/** Returns the refusal for a missing proof, with the message at the field that was shown. */
function noProof({ recoveryCode }: Proof) {
  return refused(recoveryCode === undefined ? 'code' : 'recoveryCode', refusals.noProof)
}

async function checkCode<T>(
  ctx: Context,
  row: AccountRow,
  key: string,
  isRight: (inside: Context) => Promise<boolean>,
  work: (inside: Context) => Promise<T>,
  wrong: () => Error,
): Promise<T> {
  let outcome: { result: T } | undefined
  const guess = () =>
    ctx.transaction(async (inside) => {
      await lockAccount(inside, row.id)
      if (!(await isRight(inside))) return false
      outcome = { result: await work(inside) }
      return true
    })
  const method = key.startsWith('app:') ? 'code' : 'recovery code'
  await recordingFailures(ctx, row, method, () =>
    ctx.limits.guessCode(key, guess, () => tellOfFactor(ctx, row, 'wrongCodes')),
  )
  if (!outcome) throw wrong()
  return outcome.result
}
