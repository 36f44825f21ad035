import { Refusal } from '#core/errors.ts'
import { refusals } from './refusals.ts'

/** Returns the refusal of an authenticator app's code that is wrong, expired or already used. */
export function wrongCode(): Refusal {
  return new Refusal(400, 'wrong_code', refusals.wrongCode, { issues: [{ path: 'code', message: refusals.wrongCode }] })
}

export function wrongRecoveryCode(): Refusal {
  const message = refusals.wrongRecoveryCode
  return new Refusal(400, 'wrong_code', message, { issues: [{ path: 'recoveryCode', message }] })
}

/**
 * Returns the refusal of a passkey that is unknown, belongs to another account, answers another or an expired
 * challenge, or has a wrong signature or counter.
 */
export function wrongPasskey(): Refusal {
  return new Refusal(400, 'wrong_passkey', refusals.wrongPasskey)
}

/** Returns the refusal of a ticket that has expired, was altered or was already used, or of a used challenge. */
export function ticketExpired(): Refusal {
  return new Refusal(400, 'ticket_expired', refusals.ticketExpired)
}
