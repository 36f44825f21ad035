import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context, Site } from '#core/context.ts'
import { Conflict, Refusal, Unauthorized } from '#core/errors.ts'
import { type Mail, type MailNames, type MailText, mailTo, queueMail } from '#core/mail.ts'
import type { Role } from '#core/permission.ts'
import { accounts, accountTokens, sessions } from '#core/tables.ts'
import { type MailTexts, mailTexts } from './mail-texts.ts'
import { refusals } from './refusals.ts'
import { defaultPreferences, type Preferences, type User } from './schema.ts'

export type AccountRow = typeof accounts.$inferSelect
export type TokenPurpose = typeof accountTokens.$inferSelect.purpose

/** Who stands as the author of what a deleted account left: one account for all of them, which nobody can enter. */
export const formerMemberId = '00000000-0000-7000-8000-00000000f0e5'

export function presentUser(site: Pick<Site, 'membership'>, row: AccountRow): User {
  const { id, name, email, avatar, isPremium } = row
  const admitted = site.membership === 'open' || row.admittedAt !== null
  const emailVerified = row.emailVerifiedAt !== null
  return { id, name, email, avatar, roles: admitted ? (row.roles as Role[]) : [], isPremium, emailVerified, admitted }
}

/** The viewer's own account. Throws Unauthorized when it has gone meanwhile. */
export async function ownAccount({ db, viewer }: Pick<Context, 'db' | 'viewer'>): Promise<AccountRow> {
  const [row] = viewer ? await db.select().from(accounts).where(eq(accounts.id, viewer.id)) : []
  if (!row) throw new Unauthorized()
  return row
}

/** Ends sessions of the account at once, on every instance; answers how many. @param but one that stays */
export async function endSessions(db: NodePgDatabase, accountId: string, but?: string): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: sql`now()` })
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql`now()`),
        but ? ne(sessions.id, but) : undefined,
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}

export function preferencesOf(row: Pick<AccountRow, 'preferences'>): Preferences {
  return { ...defaultPreferences, ...row.preferences, itemsPerPageChosen: 'itemsPerPage' in row.preferences }
}

/** A mail about the member's account. */
export function accountMail(
  site: Pick<Site, 'name' | 'baseUrl'>,
  row: Pick<AccountRow, 'name' | 'email' | 'preferences'>,
  write: (texts: MailTexts, names: MailNames) => MailText,
): Mail {
  return mailTo(site, row, (language, names) => write(mailTexts[language], names))
}

/** Queues a mail about their account to the member, in the caller's transaction. */
export function tell(ctx: Context, row: AccountRow, write: Parameters<typeof accountMail>[2]): Promise<void> {
  return queueMail(ctx, accountMail(ctx.site, row, write))
}

const minutes = { reset: 60, 'reset-code': 24 * 60, verify: 24 * 60, 'change-email': 24 * 60 }

/** Keeps the hash of a secret, in place of an earlier one of that purpose; answers when it expires. */
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

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

const codeLetters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

/** A code for paper, `XXXX-XXXX-XXXX`: 58 bits, without letters that are taken for one another. */
export function newCode(): string {
  const letters: string[] = []
  while (letters.length < 12)
    for (const byte of randomBytes(24)) if (byte < 240) letters.push(codeLetters[byte % codeLetters.length] as string)
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}

/** Secrets are compared by their hash alone; a code by its letters, however it was typed. */
export function hashOf(secret: string): string {
  const letters = secret.replace(/[\s-]/g, '')
  const one = letters.length === 12 ? letters.toUpperCase() : secret
  return createHash('sha256').update(one).digest('hex')
}

export function emailTaken(): Conflict {
  return new Conflict(refusals.emailTaken, 'email_taken')
}

export function badToken(): Refusal {
  return new Refusal(400, 'bad_token', refusals.badToken)
}

/** Those who answer for the site. */
function adminAccounts({ db }: Pick<Context, 'db'>) {
  return db
    .select()
    .from(accounts)
    .where(and(sql`'admin' = any(${accounts.roles})`, isNull(accounts.disabledAt), isNotNull(accounts.admittedAt)))
    .orderBy(accounts.id)
}

/** The ids of those who are admins now, locked until the transaction ends: no two of them can take the last role. */
export async function lockAdmins(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await adminAccounts(ctx).for('update')
  return rows.map((row) => row.id)
}

/** Queues a mail about the site to each admin, in the caller's transaction. */
export async function tellAdmins(
  ctx: Pick<Context, 'db' | 'addJob' | 'site'>,
  write: Parameters<typeof mailTo>[2],
): Promise<void> {
  for (const admin of await adminAccounts(ctx)) await queueMail(ctx, mailTo(ctx.site, admin, write))
}

/** Throws Conflict when nobody but this account is an admin. */
export function refuseLastAdmin(admins: string[], accountId: string): void {
  if (admins.length === 1 && admins[0] === accountId) throw new Conflict(refusals.lastAdmin, 'last_admin')
}
