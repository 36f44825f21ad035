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
 * Returns the refusal of a passkey that is unknown, belongs to another account, answers another challenge or has a
 * wrong signature.
 */
export function wrongPasskey(): Refusal {
  return new Refusal(400, 'wrong_passkey', refusals.wrongPasskey)
}

/** Returns the refusal of a ticket or challenge that has expired, was altered or was already used. */
export function ticketExpired(): Refusal {
  return new Refusal(400, 'ticket_expired', refusals.ticketExpired)
}
