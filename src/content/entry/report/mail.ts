import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context, Site } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import { composeMail, type MailNames, MailPreferences, type MailText, queueMail } from '#core/mail.ts'
import { queuePush } from '#core/push.ts'
import { accounts } from '#core/tables.ts'
import { pageOf } from '../address.ts'
import { meantForAccount } from '../queries.ts'
import { entries as table } from '../table.ts'
import { mailTexts } from './mail-texts.ts'
import { reports, reportVoices } from './table.ts'

type Titled = { id: string; type: string; title: string; authorId: string | null }
type Texts = (typeof mailTexts)['en']
type Names = MailNames & { contact: string }

/**
 * Queues a mail to an account in its own language, and word of it to its devices, unless nobody can use it any more, or
 * there is nothing to say. @param entryId what it is about
 */
export async function tell(
  ctx: Pick<Context, 'db' | 'site' | 'addJob'>,
  id: string | null,
  write: (language: Language, names: MailNames) => MailText | undefined,
  entryId?: string,
): Promise<void> {
  if (id === null) return
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  if (!row) return
  const { language } = MailPreferences.parse(row.preferences)
  const text = write(language, { site: ctx.site.name, name: row.name })
  if (!text) return
  await queueMail(ctx, composeMail(ctx.site, row.email, text))
  await queuePush(ctx, { ...row, accountId: id }, text, entryId)
}

/** As `tell`, of what was decided about entries and people, and not to the viewer. */
export async function tellAccount(
  ctx: Context,
  id: string | null,
  write: (texts: Texts, names: Names) => MailText,
  entryId?: string,
) {
  if (id !== ctx.viewer?.id) await tell(ctx, id, inTexts(ctx.site, write), entryId)
}

/** As `tellAccount`, to the author of an entry. */
export function tellAuthor(ctx: Context, entry: Titled, write: (texts: Texts, facts: Facts) => MailText) {
  const about = (texts: Texts, names: Names) => write(texts, { ...names, ...factsOf(ctx, entry) })
  return tellAccount(ctx, entry.authorId, about, entry.id)
}

/** Tells those who reported these entries, may know of them and want to hear of it, what became of it. */
export async function tellReporters(
  ctx: Context,
  entries: readonly Titled[],
  reportIds: string[],
  outcome: 'reportHidden' | 'reportKept',
) {
  const rows = await ctx.db
    .select({ account: accounts, entryId: reports.entryId })
    .from(reportVoices)
    .innerJoin(reports, eq(reports.id, reportVoices.reportId))
    .innerJoin(table, eq(table.id, reports.entryId))
    .innerJoin(accounts, eq(accounts.id, reportVoices.reporterId))
    .where(and(inArray(reportVoices.reportId, reportIds), isNull(accounts.disabledAt), meantForAccount))
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  for (const { account, entryId } of rows) {
    const entry = known.get(entryId)
    if (!entry || account.id === ctx.viewer?.id) continue
    const { language, emailNotifications } = MailPreferences.parse(account.preferences)
    const write = inTexts(ctx.site, (texts, names) => texts[outcome]({ ...names, ...factsOf(ctx, entry) }))
    const text = write(language, { site: ctx.site.name, name: account.name })
    if (emailNotifications) await queueMail(ctx, composeMail(ctx.site, account.email, text))
    await queuePush(ctx, { ...account, accountId: account.id }, text, entry.id)
  }
}

type Facts = Names & ReturnType<typeof factsOf>

function factsOf({ site }: Context, entry: Titled) {
  return { title: entry.title, url: `${site.baseUrl}${pageOf(entry)}` }
}

/** Says it in the mails of this folder, which name whom to ask. */
function inTexts({ baseUrl, contactEmail }: Site, write: (texts: Texts, names: Names) => MailText) {
  const contact = contactEmail ?? `${baseUrl}/contact`
  return (language: Language, names: MailNames) => write(mailTexts[language], { ...names, contact })
}
