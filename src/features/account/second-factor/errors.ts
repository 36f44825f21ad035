import { Refusal } from '#core/errors.ts'
import { refusals } from './refusals.ts'

/** Returns the refusal for an authenticator app's code that is wrong, expired or already used. */
export function wrongCode(): Refusal {
  return new Refusal(400, 'wrong_code', refusals.wrongCode, { issues: [{ path: 'code', message: refusals.wrongCode }] })
}

export function wrongRecoveryCode(): Refusal {
  const message = refusals.wrongRecoveryCode
  return new Refusal(400, 'wrong_code', message, { issues: [{ path: 'recoveryCode', message }] })
}

/**
 * Returns the refusal for a passkey that is unknown, belongs to another account, wasn't unlocked though it had to be,
 * answers another or an expired challenge, or has a wrong signature or counter.
 */
export function wrongPasskey(): Refusal {
  return new Refusal(400, 'wrong_passkey', refusals.wrongPasskey)
}

/** Returns the refusal for a ticket that is altered, already used or no longer valid, or for a used challenge. */
export function ticketExpired(): Refusal {
  return new Refusal(400, 'ticket_expired', refusals.ticketExpired)
}
