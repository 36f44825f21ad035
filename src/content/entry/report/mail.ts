import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { contactOf } from '#accounts/mail.ts'
import { type MailKind, mailKind } from '#accounts/mail-about.ts'
import type { Context, Site } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { pageOf } from '../address.ts'
import { pageOfComment } from '../comment/address.ts'
import { comments } from '../comment/table.ts'
import { tell } from '../notify.ts'
import { entries } from '../table.ts'
import { meantForAccount } from '../visibility/rules.ts'
import { mailTexts } from './mail-texts.ts'
import { hidingActs, reports, reportVoices } from './table.ts'

const { id: entryId, type, title } = entries
const titled = { id: entryId, type, title }
const AboutEntry = z.object({ entryId: z.string() })
const AboutComment = z.object({ commentId: z.string() })

/** Returns a kind of email to the author of an entry about a decision on it, sent while `holds` matches the entry. */
function entryMail(what: 'hidden' | 'restored' | 'widened' | 'saleEnded', holds?: SQL) {
  return mailKind({
    name: `entry-${what}`,
    about: AboutEntry,
    async compose({ db, site }, reader, about) {
      const [entry] = await db
        .select({ ...titled, reason: entries.hiddenReason })
        .from(entries)
        .where(and(eq(entries.id, about.entryId), eq(entries.authorId, reader.id), holds))
      if (!entry) return null
      const text = mailTexts[reader.language][what]({ ...namesOf(site), title: entry.title }, entry.reason ?? '')
      return { text, url: site.baseUrl + pageOf(entry), entryId: entry.id }
    },
  })
}

/** Returns a kind of email to the author of a comment about a decision on it, sent while `holds` matches the comment. */
function commentMail(what: 'commentHidden' | 'commentRestored', holds: SQL) {
  return mailKind({
    name: what,
    about: AboutComment,
    async compose({ db, site }, reader, { commentId }) {
      const [row] = await db
        .select({ entry: titled, reason: comments.hiddenReason })
        .from(comments)
        .innerJoin(entries, eq(entries.id, comments.entryId))
        .where(and(eq(comments.id, commentId), eq(comments.authorId, reader.id), holds))
      if (!row) return null
      const { entry, reason } = row
      const text = mailTexts[reader.language][what]({ ...namesOf(site), title: entry.title }, reason ?? '')
      return { text, url: site.baseUrl + pageOfComment(entry, commentId), entryId: entry.id }
    },
  })
}

/** Kinds of email about decisions on entries and comments. */
export const decisions = {
  hidden: entryMail('hidden', isNotNull(entries.hiddenReason)),
  restored: entryMail('restored', isNull(entries.hiddenReason)),
  widened: entryMail('widened'),
  saleEnded: entryMail('saleEnded'),
  commentHidden: commentMail('commentHidden', eq(comments.state, 'hidden')),
  commentRestored: commentMail('commentRestored', eq(comments.state, 'published')),

  /** Tells the author that all their posts and comments that the moderator can see were hidden. */
  allHidden: mailKind({
    name: 'all-hidden',
    about: z.object({ actId: z.string() }),
    async compose({ db, site }, { id, language }, { actId }) {
      const isInForce = and(eq(hidingActs.accountId, id), isNull(hidingActs.liftedAt))
      const [act] = await db
        .select()
        .from(hidingActs)
        .where(and(eq(hidingActs.id, actId), isInForce))
      return act ? { text: mailTexts[language].allHidden(namesOf(site), act.count, act.reason) } : null
    },
  }),

  allRestored: mailKind({
    name: 'all-restored',
    about: z.object({ count: z.number() }),
    compose: async ({ site }, { language }, { count }) => ({
      text: mailTexts[language].allRestored(namesOf(site), count),
    }),
  }),

  /**
   * Tells the author that someone in their entry withdrew their consent. The entry is deleted in the same transaction,
   * so this is the only kind whose job holds a title.
   */
  withdrawn: mailKind({
    name: 'entry-withdrawn',
    about: z.object({ entryId: z.string(), title: z.string() }),
    compose: async ({ site }, { language }, about) => ({
      text: mailTexts[language].withdrawn({ ...namesOf(site), title: about.title }),
      entryId: about.entryId,
    }),
  }),

  /** Tells a person who reported an entry or comment what was decided, if the entry is still meant for them. */
  reported: mailKind({
    name: 'report-decided',
    about: z.object({ reportId: z.string() }),
    isOptional: true,
    async compose({ db, site }, reader, { reportId }) {
      const [row] = await db
        .select({ entry: titled, commentId: reports.commentId, resolution: reports.resolution })
        .from(reports)
        .leftJoin(comments, eq(comments.id, reports.commentId))
        .innerJoin(entries, or(eq(entries.id, reports.entryId), eq(entries.id, comments.entryId)))
        .innerJoin(accounts, eq(accounts.id, reader.id))
        .where(and(eq(reports.id, reportId), meantForAccount(site)))
      // If what was hidden is shown again, this email would be wrong.
      if (!row?.resolution || row.resolution === 'restored') return null
      const { entry } = row
      const write = mailTexts[reader.language][outcomes[row.resolution][row.commentId ? 'comment' : 'entry']]
      return { text: write({ ...namesOf(site), title: entry.title }), entryId: entry.id }
    },
  }),
}

const outcomes = {
  hidden: { entry: 'reportHidden', comment: 'commentReportHidden' },
  kept: { entry: 'reportKept', comment: 'commentReportKept' },
} as const

/** Tells an account about a decision on its posts or comments. Does nothing if it is the viewer's own account. */
export async function tellAccount<About extends object>(
  ctx: Context,
  id: string | null,
  kind: MailKind<About>,
  about: About,
): Promise<void> {
  if (id !== ctx.viewer?.id) await tell(ctx, id, kind, about)
}

/** Tells the author of an entry about a decision on it, like `tellAccount`. */
export function tellAuthor(
  ctx: Context,
  { id, authorId }: { id: string; authorId: string | null },
  kind: MailKind<z.infer<typeof AboutEntry>>,
): Promise<void> {
  return tellAccount(ctx, authorId, kind, { entryId: id })
}

/** Tells the outcome to the people who reported, except the viewer. */
export async function tellReporters(ctx: Context, reportIds: string[]): Promise<void> {
  const { reportId, reporterId } = reportVoices
  const rows = await ctx.db.select({ reportId, reporterId }).from(reportVoices).where(inArray(reportId, reportIds))
  for (const row of rows) await tellAccount(ctx, row.reporterId, decisions.reported, { reportId: row.reportId })
}

function namesOf(site: Site) {
  return { site: site.name, contact: contactOf(site) }
}
