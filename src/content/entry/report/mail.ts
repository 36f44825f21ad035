import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Context, Site } from '#core/context.ts'
import type { Language } from '#core/language.ts'
import type { MailNames, MailText } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import { pageOf } from '../address.ts'
import { meantForAccount } from '../queries.ts'
import { entries as table } from '../table.ts'
import { tell, tellMember } from '../tell.ts'
import { mailTexts } from './mail-texts.ts'
import { reports, reportVoices } from './table.ts'

type Titled = { id: string; type: string; title: string; authorId: string | null }
type Texts = (typeof mailTexts)['en']
type Names = MailNames & { contact: string }

/** As `tell`, of what was decided about entries and people, and not to the viewer. */
export async function tellAccount(
  ctx: Context,
  id: string | null,
  write: (texts: Texts, names: Names) => MailText,
  entryId?: string,
) {
  if (id !== ctx.viewer?.id) await tell(ctx, id, inTexts(ctx.site, write), { entryId })
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
    const write = inTexts(ctx.site, (texts, names) => texts[outcome]({ ...names, ...factsOf(ctx, entry) }))
    await tellMember(ctx, account, write, { entryId, asChosen: true })
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
