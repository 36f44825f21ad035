import { hash, randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { methodsOf } from '#accounts/second-factor/factors.ts'
import { recoveryCodes, usedTickets } from '#accounts/second-factor/table.ts'
import { audit } from '#core/audit.ts'
import type { Context, Ticket } from '#core/context.ts'
import { ticketExpired } from './errors.ts'
import { recoveryCodeLength } from './schema.ts'

type Db = Pick<Context, 'db'>
type Owner = Pick<Context, 'db' | 'viewer'>

/** The number of recovery codes in a set. */
const codeCount = 10

/** Replaces the account's recovery codes and returns the new ones, which are stored only as hashes. */
export async function makeRecoveryCodes(ctx: Owner, accountId: string): Promise<string[]> {
  const { db } = ctx
  const codes = Array.from({ length: codeCount }, newRecoveryCode)
  await db.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId))
  await db.insert(recoveryCodes).values(codes.map((code) => ({ accountId, hash: hashOfCode(accountId, code) })))
  await audit(ctx, 'account:make-recovery-codes', accountId)
  return codes
}

/** Makes recovery codes for the first factor and returns them. Returns null if the account already has codes. */
export async function firstRecoveryCodes(ctx: Owner, accountId: string): Promise<string[] | null> {
  const { methods } = await methodsOf(ctx, accountId)
  return methods.recoveryCode ? null : makeRecoveryCodes(ctx, accountId)
}

/** Uses up a recovery code. Returns true if it was valid; of two requests with the same code, only one gets true. */
export async function useRecoveryCode({ db }: Db, accountId: string, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.hash, hashOfCode(accountId, code))))
    .returning()
  return used.length === 1
}

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Returns six groups of four characters (`XXXX-XXXX-…`) with 117 random bits, too many to find by hashing guesses. */
function newRecoveryCode(): string {
  const code = Array.from({ length: recoveryCodeLength }, () => letters[randomInt(letters.length)]).join('')
  return (code.match(/.{4}/g) ?? []).join('-')
}

function hashOfCode(accountId: string, code: string): string {
  return hash('sha256', `${accountId}\0${code.replaceAll('-', '')}`, 'base64url')
}

/** Marks a ticket or challenge as used. Throws Refusal `ticket_expired` if it was used before, on any instance. */
export async function useOnce({ db }: { db: NodePgDatabase }, ticket: string, { expiresAt }: Ticket): Promise<void> {
  const first = await db
    .insert(usedTickets)
    .values({ hash: hash('sha256', ticket, 'base64url'), expiresAt: new Date(expiresAt * 1000).toISOString() })
    .onConflictDoNothing()
    .returning()
  if (first.length === 0) throw ticketExpired()
}
