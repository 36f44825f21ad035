import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, gte, inArray, like, notLike, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context } from '#core/context.ts'
import { Refusal } from '#core/errors.ts'
import { accounts, accountTokens } from '#core/tables.ts'
import { refusals } from './refusals.ts'

export type TokenPurpose = typeof accountTokens.$inferSelect.purpose

const day = 24 * 60
const minutes = {
  reset: 60,
  'reset-code': day,
  verify: day,
  'change-email': day,
  'cancel-email': day,
  'undo-factor': 7 * day,
}
/** The part of a purpose before its colon, which says what the token is for. */
export type TokenKind = keyof typeof minutes

/** Stores the hash of a secret in place of the account's earlier one for this purpose. Returns the expiry time. */
export async function keepToken(
  db: NodePgDatabase,
  token: { accountId: string; purpose: TokenPurpose; secret: string; email: string },
): Promise<string> {
  const { accountId, purpose, email } = token
  const kind = purpose.split(':')[0] as TokenKind
  const expiresAt = new Date(Date.now() + minutes[kind] * 60_000).toISOString()
  const row = { hash: hashOf(token.secret), email, expiresAt, createdAt: sql`now()` }
  await db
    .insert(accountTokens)
    .values({ accountId, purpose, ...row })
    .onConflictDoUpdate({ target: [accountTokens.accountId, accountTokens.purpose], set: row })
  return expiresAt
}

const undoLinks = 'undo-factor:'

/** Returns the purpose of the link that undoes a new email and the second factors added since the given time. */
export function undoPurpose(since: string): `undo-factor:${string}` {
  return `${undoLinks}${since}`
}

/** Returns the `since` of a link's purpose (`undoPurpose`). */
export function undoneSince({ purpose }: { purpose: TokenPurpose }): string {
  return purpose.slice(undoLinks.length)
}

/** Returns the condition for the account's undo links whose `since` is the given time or later; by default, for all. */
export function isUndoLink(accountId: string, since = ''): SQL | undefined {
  const { purpose } = accountTokens
  const ofAccount = eq(accountTokens.accountId, accountId)
  return and(ofAccount, like(purpose, `${undoLinks}%`), gte(purpose, undoPurpose(since)))
}

/**
 * Gives a stored token this secret, and returns it with the email that the token proves. Returns null if the token has
 * been used or deleted.
 */
export async function setSecret(db: NodePgDatabase, accountId: string, purpose: TokenPurpose, secret: string) {
  const [token] = await db
    .update(accountTokens)
    .set({ hash: hashOf(secret) })
    .where(and(eq(accountTokens.accountId, accountId), eq(accountTokens.purpose, purpose)))
    .returning()
  return token ? { secret, email: token.email } : null
}

/**
 * Deletes the account's tokens and its pending email. A password change must end them: a link that confirms a new email
 * could otherwise still move the account to an attacker's address. Links that undo changes stay, because an attacker
 * who changes the password must not get rid of them.
 */
export async function forgetTokens(db: NodePgDatabase, accountId: string): Promise<void> {
  const { purpose } = accountTokens
  await db.delete(accountTokens).where(and(eq(accountTokens.accountId, accountId), notLike(purpose, `${undoLinks}%`)))
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

/**
 * Returns the row of a token that is valid for one of these purposes. Throws badToken or badCode if it isn't valid.
 * Only `takeToken` uses it up.
 */
export async function requireToken({ db }: Pick<Context, 'db'>, token: string, purposes: TokenKind[]) {
  const [row] = await db.select().from(accountTokens).where(isGood(token, purposes))
  if (!row) throw refusalOf(token, purposes)
  return row
}

/**
 * Uses up a token of one of these purposes, after locking its account (`lockAccount`), and returns its row. Throws
 * badToken or badCode if none is valid. Call it in a transaction.
 */
export async function takeToken({ db }: Pick<Context, 'db'>, token: string, purposes: TokenKind[]) {
  const { accountId } = await requireToken({ db }, token, purposes)
  await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('update')
  const [used] = await db.delete(accountTokens).where(isGood(token, purposes)).returning()
  if (!used) throw refusalOf(token, purposes)
  return used
}

function isGood(token: string, purposes: TokenKind[]): SQL | undefined {
  const { hash, purpose, expiresAt } = accountTokens
  const kind = sql`split_part(${purpose}, ':', 1)`
  return and(eq(hash, hashOf(token)), inArray(kind, purposes), gt(expiresAt, sql`now()`))
}

/** Returns badCode if codes are accepted and the token is so short that it was probably typed; otherwise badToken. */
function refusalOf(token: string, purposes: TokenKind[]): Refusal {
  const isCode = purposes.includes('reset-code') && lettersOf(token).length < 2 * codeLength
  return isCode ? badCode() : badToken()
}

/** Returns the refusal for an emailed link that doesn't work. */
export function badToken(): Refusal {
  return refusal(refusals.badToken)
}

/** Returns the refusal for a code from an admin that doesn't work. */
export function badCode(): Refusal {
  return refusal(refusals.badCode)
}

function refusal(message: string): Refusal {
  return new Refusal(400, 'bad_token', message, { issues: [{ path: 'token', message }] })
}
