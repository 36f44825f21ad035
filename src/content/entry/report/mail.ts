import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context, Site } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import { composeMail, type MailNames, MailPreferences, type MailText, mailTo, queueMail } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import { pageOf } from '../address.ts'
import { meantForAccount } from '../queries.ts'
import { entries as table } from '../table.ts'
import { mailTexts } from './mail-texts.ts'
import { reports, reportVoices } from './table.ts'

type Titled = { id: string; type: string; title: string; authorId: string | null }
type Texts = (typeof mailTexts)['en']
type Names = MailNames & { contact: string }

/** Queues a mail to an account in its own language, unless nobody can use it any more, or there is nothing to say. */
export async function tell(
  ctx: Pick<Context, 'db' | 'site' | 'addJob'>,
  id: string | null,
  write: (language: Language, names: MailNames) => MailText | undefined,
): Promise<void> {
  if (id === null) return
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  if (!row) return
  const { language } = MailPreferences.parse(row.preferences)
  const text = write(language, { site: ctx.site.name, name: row.name })
  if (text) await queueMail(ctx, composeMail(ctx.site, row.email, text))
}

/** As `tell`, of what was decided about entries and people, and not to the viewer. */
export async function tellAccount(ctx: Context, id: string | null, write: (texts: Texts, names: Names) => MailText) {
  if (id !== ctx.viewer?.id) await tell(ctx, id, inTexts(ctx.site, write))
}

/** As `tellAccount`, to the author of an entry. */
export function tellAuthor(ctx: Context, entry: Titled, write: (texts: Texts, facts: Facts) => MailText) {
  return tellAccount(ctx, entry.authorId, (texts, names) => write(texts, { ...names, ...factsOf(ctx, entry) }))
}

/** Tells those who reported these entries, may know of them and want mails, what became of it. */
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
    if (!entry || account.id === ctx.viewer?.id || !MailPreferences.parse(account.preferences).emailNotifications)
      continue
    const write = (texts: Texts, names: Names) => texts[outcome]({ ...names, ...factsOf(ctx, entry) })
    await queueMail(ctx, mailTo(ctx.site, account, inTexts(ctx.site, write)))
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
