import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { accounts, accountTokens } from '#core/tables.ts'
import { refusals } from './refusals.ts'

export type TokenPurpose = typeof accountTokens.$inferSelect.purpose

const day = 24 * 60
const minutes = { reset: 60, 'reset-code': day, verify: day, 'change-email': day, 'cancel-email': day }

/** Stores the hash of a secret in place of the account's earlier one for this purpose. Returns the expiry time. */
export async function keepToken(
  db: NodePgDatabase,
  token: { accountId: string; purpose: TokenPurpose; secret: string; email: string },
): Promise<string> {
  const { accountId, purpose, email } = token
  const expiresAt = new Date(Date.now() + minutes[purpose] * 60_000).toISOString()
  const row = { hash: hashOf(token.secret), email, expiresAt, createdAt: sql`now()` }
  await db
    .insert(accountTokens)
    .values({ accountId, purpose, ...row })
    .onConflictDoUpdate({ target: [accountTokens.accountId, accountTokens.purpose], set: row })
  return expiresAt
}

/**
 * Deletes every token of the account and its pending email. A password change must end them all: a link that confirms
 * a new email could otherwise still move the account to an attacker's address.
 */
export async function forgetTokens(db: NodePgDatabase, accountId: string): Promise<void> {
  await db.delete(accountTokens).where(eq(accountTokens.accountId, accountId))
  await db.update(accounts).set({ pendingEmail: null }).where(eq(accounts.id, accountId))
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

const codeLength = 12
const codeLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** Returns a code to write on paper, `XXXX-XXXX-XXXX`: 58 random bits, without letters that look alike. */
export function newCode(): string {
  const letters: string[] = []
  while (letters.length < codeLength)
    for (const byte of randomBytes(24)) if (byte < 240) letters.push(codeLetters[byte % codeLetters.length] as string)
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}

function lettersOf(secret: string): string {
  return secret.replace(/[\s-]/g, '')
}

/** Hashes a secret for comparison. Codes match regardless of case, spaces and hyphens. */
function hashOf(secret: string): string {
  const letters = lettersOf(secret)
  const normalized = letters.length === codeLength ? letters.toUpperCase() : secret
  return createHash('sha256').update(normalized).digest('hex')
}

/** Throws badToken or badCode unless the token is valid for one of these purposes. `takeToken` uses it up. */
export async function requireToken(
  { db }: Pick<Context, 'db'>,
  token: string,
  purposes: TokenPurpose[],
): Promise<void> {
  if ((await db.$count(accountTokens, isGood(token, purposes))) === 0) throw refusalOf(token, purposes)
}

/** Uses up a token of one of these purposes and returns its row. Throws badToken or badCode if none is valid. */
export async function takeToken({ db }: Pick<Context, 'db'>, token: string, purposes: TokenPurpose[]) {
  const [used] = await db.delete(accountTokens).where(isGood(token, purposes)).returning()
  if (!used) throw refusalOf(token, purposes)
  return used
}

function isGood(token: string, purposes: TokenPurpose[]): SQL | undefined {
  const { hash, purpose, expiresAt } = accountTokens
  return and(eq(hash, hashOf(token)), inArray(purpose, purposes), gt(expiresAt, sql`now()`))
}

/**
 * Returns badCode if the token was probably typed from paper, because it is much shorter than the secret of a link, and
 * badToken otherwise.
 */
function refusalOf(token: string, purposes: TokenPurpose[]): Refusal {
  const isCode = purposes.includes('reset-code') && lettersOf(token).length < 2 * codeLength
  return isCode ? badCode() : badToken()
}

/** Returns the refusal of an emailed link. */
export function badToken(): Refusal {
  return refusal(refusals.badToken)
}

/** Returns the refusal of a code from an admin. */
export function badCode(): Refusal {
  return refusal(refusals.badCode)
}

function refusal(message: string): Refusal {
  return new Refusal(400, 'bad_token', message, { issues: [{ path: 'token', message }] })
}
