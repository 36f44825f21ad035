import { hash } from 'node:crypto'
import type { AccountRow } from '#accounts/account.ts'
import type { Context } from '#core/context.ts'
import { ticketExpired } from './errors.ts'

// A login with the right password gets a ticket if the account has a second factor. The ticket alone grants nothing.

const purpose = 'second-factor'
const ttlSeconds = 10 * 60

/** Returns a ticket that proves that the password of this account was right. */
export function newLoginTicket({ tokens }: Pick<Context, 'tokens'>, row: AccountRow): string {
  return tokens.signTicket(purpose, { account: row.id, password: markOf(row) }, ttlSeconds)
}

/**
 * Opens a ticket. Returns it with the id of its account, and a function that checks whether the account still has the
 * same password. Throws Refusal `ticket_expired` if the ticket is invalid or too old.
 */
export function openLoginTicket({ tokens }: Pick<Context, 'tokens'>, sealedTicket: string) {
  const ticket = tokens.openTicket(purpose, sealedTicket)
  const accountId = ticket?.claims.account
  if (!ticket || !accountId) throw ticketExpired()
  return { ticket, accountId, isFor: (row: AccountRow) => ticket.claims.password === markOf(row) }
}

/** Returns a value that changes with the password, so that tickets for the old password are worthless. */
function markOf({ passwordHash }: AccountRow): string {
  return hash('sha256', passwordHash ?? '', 'base64url').slice(0, 22)
}
