import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict } from '#core/errors.ts'
import { mailTo, queueMail } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
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

/** Queues an email about the site to each admin, in the caller's transaction. @param page the page that it opens */
export async function tellAdmins(
  ctx: Pick<Context, 'db' | 'addJob' | 'site'>,
  page: string,
  write: Parameters<typeof mailTo>[2],
): Promise<void> {
  const url = ctx.site.baseUrl + page
  for (const admin of await adminAccounts(ctx)) await queueMail(ctx, mailTo(ctx.site, admin, write, { url }))
}

/** Throws Conflict if this account is the only admin. */
export function refuseLastAdmin(admins: string[], accountId: string): void {
  if (admins.length === 1 && admins[0] === accountId) throw new Conflict(refusals.lastAdmin, 'last_admin')
}
