import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import type { MailText } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import type { Language } from '#text/language.ts'
import { type MailKind, queueMailAbout } from './mail-about.ts'
import { refusals } from './refusals.ts'

/** Returns a query for the admins whose accounts are admitted and not disabled. */
function adminAccounts({ db }: Pick<Context, 'db'>) {
  return db
    .select()
    .from(accounts)
    .where(and(sql`'admin' = any(${accounts.roles})`, isNull(accounts.disabledAt), isNotNull(accounts.admittedAt)))
    .orderBy(accounts.id)
}

/**
 * Returns the ids of the admins whose accounts are admitted and not disabled. Locks the accounts until the transaction
 * ends, so that two admins can't remove each other's role at the same time.
 */
export async function lockAdmins(ctx: Pick<Context, 'db'>): Promise<string[]> {
  const rows = await adminAccounts(ctx).for('update')
  return rows.map((row) => row.id)
}

/** Queues an email about the site to each admin, in the caller's transaction. */
export async function tellAdmins<About extends object>(
  ctx: Pick<Context, 'db' | 'addJob'>,
  kind: MailKind<About>,
  about: About,
): Promise<void> {
  for (const admin of await adminAccounts(ctx)) await queueMailAbout(ctx, admin, kind, about)
}

/** Returns a kind of email to admins, which people who are no longer admins don't get. @param page the page it opens */
export function adminMail<About extends object>(
  name: string,
  about: z.ZodType<About>,
  page: string,
  write: (language: Language, facts: About & { site: string }) => MailText,
): MailKind<About> {
  return {
    name,
    about,
    compose: async ({ site }, { roles, language }, facts) =>
      roles.includes('admin')
        ? { text: write(language, { site: site.name, ...facts }), url: site.baseUrl + page }
        : null,
  }
}

/** Throws Conflict if this account is the only admin. */
export function refuseLastAdmin(admins: string[], accountId: string): void {
  if (admins.length === 1 && admins[0] === accountId) throw new Conflict(refusals.lastAdmin, 'last_admin')
}
