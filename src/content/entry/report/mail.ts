import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import { contactOf } from '#accounts/mail.ts'
import type { Context, Site } from '#core/context.ts'
import type { MailText } from '#core/mail.ts'
import { accounts } from '#core/tables.ts'
import type { Language } from '#text/language.ts'
import { type EntryKind, pageOf } from '../address.ts'
import { comments } from '../comment/table.ts'
import { tell, tellMember } from '../notify.ts'
import { entries as table } from '../table.ts'
import { meantForAccount } from '../visibility/rules.ts'
import { mailTexts } from './mail-texts.ts'
import { reports, reportVoices } from './table.ts'

type Titled = { id: string; type: EntryKind; title: string; authorId: string | null }
type Texts = (typeof mailTexts)['en']
type Names = { site: string; contact: string }

/** Tells an account about a decision on its posts or comments. Does nothing if it is the viewer's own account. */
export async function tellAccount(
  ctx: Context,
  id: string | null,
  write: (texts: Texts, names: Names) => MailText,
  about: { entryId?: string; url?: string } = {},
) {
  if (id !== ctx.viewer?.id) await tell(ctx, id, inTexts(ctx.site, write), about)
}

/** Tells the author of an entry about a decision on it, like `tellAccount`. */
export function tellAuthor(ctx: Context, entry: Titled, write: (texts: Texts, facts: Facts) => MailText) {
  const { id, title, authorId } = entry
  const about = { entryId: id, url: ctx.site.baseUrl + pageOf(entry) }
  return tellAccount(ctx, authorId, (texts, names) => write(texts, { ...names, title }), about)
}

/** Tells the outcome to the people who reported, except the viewer, if the entry is still meant for them. */
export async function tellReporters(ctx: Context, reportIds: string[], resolution: 'hidden' | 'kept'): Promise<void> {
  const { id, type, title, authorId } = table
  const rows = await ctx.db
    .select({ account: accounts, entry: { id, type, title, authorId }, commentId: reports.commentId })
    .from(reportVoices)
    .innerJoin(reports, eq(reports.id, reportVoices.reportId))
    .leftJoin(comments, eq(comments.id, reports.commentId))
    .innerJoin(table, or(eq(table.id, reports.entryId), eq(table.id, comments.entryId)))
    .innerJoin(accounts, eq(accounts.id, reportVoices.reporterId))
    .where(and(inArray(reportVoices.reportId, reportIds), isNull(accounts.disabledAt), meantForAccount))
  const outcomes = {
    hidden: { entry: 'reportHidden', comment: 'commentReportHidden' },
    kept: { entry: 'reportKept', comment: 'commentReportKept' },
  } as const
  for (const { account, entry, commentId } of rows) {
    if (account.id === ctx.viewer?.id) continue
    const outcome = outcomes[resolution][commentId ? 'comment' : 'entry']
    const write = inTexts(ctx.site, (texts, names) => texts[outcome]({ ...names, title: entry.title }))
    await tellMember(ctx, account, write, { entryId: entry.id, asChosen: true })
  }
}

type Facts = Names & { title: string }

/** Returns a function that writes an email with the texts of this folder, including the contact address. */
function inTexts(site: Site, write: (texts: Texts, names: Names) => MailText) {
  const contact = contactOf(site)
  return (language: Language, name: string) => write(mailTexts[language], { site: name, contact })
}
