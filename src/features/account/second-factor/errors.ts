import { Refusal } from '#core/errors.ts'
import { refusals } from './refusals.ts'

/** The code of an authenticator app is wrong, expired or used already. */
export function wrongCode(): Refusal {
  return new Refusal(400, 'wrong_code', refusals.wrongCode, { issues: [{ path: 'code', message: refusals.wrongCode }] })
}

export function wrongRecoveryCode(): Refusal {
  const message = refusals.wrongRecoveryCode
  return new Refusal(400, 'wrong_code', message, { issues: [{ path: 'recoveryCode', message }] })
}

/** The passkey is unknown, belongs to another account, answers another challenge, or its signature is wrong. */
export function wrongPasskey(): Refusal {
  return new Refusal(400, 'wrong_passkey', refusals.wrongPasskey)
}

/** The ticket or challenge expired, was altered or was used already. */
export function ticketExpired(): Refusal {
  return new Refusal(400, 'ticket_expired', refusals.ticketExpired)
}
