import { and, eq, inArray, isNull } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { composeMail, type MailText, queueMail } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import { pageOf } from '../address.ts'
import { meantForAccount } from '../queries.ts'
import { entries as table } from '../table.ts'
import { mailTexts } from './mail-texts.ts'
import { reports, reportVoices } from './table.ts'

type Titled = { id: string; type: string; title: string; authorId: string | null }
type Texts = (typeof mailTexts)['en']
type Names = { site: string; name: string; contact: string }

/** Of what the member chose, what a mail follows; what is missing or unreadable is spec §9's. */
const Chosen = z.object({ language: z.enum(['en', 'sw']).catch('en'), emailNotifications: z.boolean().catch(true) })

/** Queues a mail to an account, unless it is the viewer's own or nobody can use it any more. */
export async function tellAccount(ctx: Context, id: string | null, write: (texts: Texts, names: Names) => MailText) {
  if (id === null || id === ctx.viewer?.id) return
  const [row] = await ctx.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNull(accounts.disabledAt)))
  if (row) await queueMail(ctx, mailTo(ctx, row, write))
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
    if (!entry || account.id === ctx.viewer?.id || !Chosen.parse(account.preferences).emailNotifications) continue
    const write = (texts: Texts, names: Names) => texts[outcome]({ ...names, ...factsOf(ctx, entry) })
    await queueMail(ctx, mailTo(ctx, account, write))
  }
}

type Facts = Names & ReturnType<typeof factsOf>

function factsOf({ site }: Context, entry: Titled) {
  return { title: entry.title, url: `${site.baseUrl}${pageOf(entry)}` }
}

function mailTo(
  { site }: Context,
  { name, email, preferences }: typeof accounts.$inferSelect,
  write: (texts: Texts, names: Names) => MailText,
) {
  const contact = site.contactEmail ?? `${site.baseUrl}/contact`
  return composeMail(
    site,
    email,
    write(mailTexts[Chosen.parse(preferences).language], { site: site.name, name, contact }),
  )
}
