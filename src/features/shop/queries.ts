import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context, Viewer } from '#core/context.ts'
import { Unauthorized } from '#core/errors.ts'
import type { Language } from '#core/language.ts'
import { composeMail, type MailText, queueMail } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import { preferencesOf } from '../account/queries.ts'

export function viewerOf({ viewer }: Pick<Context, 'viewer'>): Viewer {
  if (!viewer) throw new Unauthorized()
  return viewer
}

/**
 * Keeps accounts from going until the transaction ends. Whatever the shop writes locks in this order, so that no two wait for
 * each other: accounts, orders, entries, products, each by their ids.
 */
export async function keepAccounts({ db }: Pick<Context, 'db'>, ids: string[]): Promise<void> {
  await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('key share')
}

/** Queues a mail to an account in its own language, unless nobody can use it any more. */
export async function tell(
  ctx: Pick<Context, 'db' | 'site' | 'addJob'>,
  id: string | null,
  write: (language: Language, names: { site: string; name: string }) => MailText | undefined,
): Promise<void> {
  if (id === null) return
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  if (!row) return
  const text = write(preferencesOf(row).language, { site: ctx.site.name, name: row.name })
  if (text) await queueMail(ctx, composeMail(ctx.site, row.email, text))
}
