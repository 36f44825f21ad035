import { and, eq, inArray, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { mailKind } from '#accounts/mail-about.ts'
import { pageOfComment } from '#content/entry/comment/address.ts'
import { withNames } from '#content/entry/comment/mentions.ts'
import { comments } from '#content/entry/comment/table.ts'
import { addHappening, takeMail } from '#content/entry/notification/add.ts'
import { happenings, notifications } from '#content/entry/notification/table.ts'
import { tell } from '#content/entry/notify.ts'
import { entries } from '#content/entry/table.ts'
import { meantForAccount } from '#content/entry/visibility/rules.ts'
import type { Context } from '#core/context.ts'
import { mayCauseMail } from '#core/mail.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { truncate } from '#text/truncate.ts'
import { mailTexts } from './mail-texts.ts'
import type { DiscussedEntry } from './queries.ts'

type Written = Pick<typeof comments.$inferSelect, 'id' | 'parentId' | 'mentions'>
type Kind = 'comment' | 'reply' | 'mention'

/** Maximum number of people in a thread who are told about a reply. */
const mostTold = 50
/** Maximum number of characters of a comment that an email quotes. */
const quoted = 300

const writers = alias(accounts, 'writers')

/** Tells a member about a comment that they may still read. */
export const commentMail = mailKind({
  name: 'comment',
  about: z.object({ commentId: z.string(), as: z.enum(['comment', 'reply', 'mention']) }),
  isOptional: true,
  async compose(ctx, { id: readerId, language }, { commentId, as }) {
    const { id, type, title } = entries
    const [row] = await ctx.db
      .select({ comment: comments, entry: { id, type, title }, by: writers.name })
      .from(comments)
      .innerJoin(entries, eq(entries.id, comments.entryId))
      .innerJoin(accounts, eq(accounts.id, readerId))
      .leftJoin(writers, eq(writers.id, comments.authorId))
      .where(and(eq(comments.id, commentId), eq(comments.state, 'published'), mayRead(ctx), isOpenTo))
    if (!row) return null
    const { comment, entry, by } = row
    const texts = mailTexts[language]
    const mentioned = await namesOf(ctx, comment.mentions)
    const excerpt = truncate(withNames(comment.text, mentioned, texts.former), quoted) || texts.voice
    return {
      text: texts[as]({ by: by ?? texts.former, title: entry.title, excerpt }),
      url: ctx.site.baseUrl + pageOfComment(entry, commentId),
      entryId: entry.id,
    }
  },
})

function namesOf({ db }: Pick<Context, 'db'>, ids: string[]) {
  const { id, name } = accounts
  return db.select({ id, name }).from(accounts).where(inArray(id, ids))
}

/** Matches joined accounts that may read the entry, if it is published. */
function mayRead({ site }: Pick<Context, 'site'>): SQL | undefined {
  return and(site.membership === 'approval' ? isNotNull(accounts.admittedAt) : undefined, meantForAccount(site))
}

/** Matches entries that are published, or whose author is the joined account. */
const isOpenTo = or(eq(entries.state, 'published'), eq(entries.authorId, accounts.id))

/**
 * Notifies the people whom a new comment concerns and who may see the entry, each for one reason: they are mentioned,
 * they take part in the thread, or they wrote the entry.
 */
export async function tellOfComment(ctx: Context, entry: DiscussedEntry, comment: Written): Promise<void> {
  const notices = new Map<string, Kind>()
  if (entry.authorId) notices.set(entry.authorId, 'comment')
  for (const id of await participantsOf(ctx, comment.parentId)) notices.set(id, 'reply')
  for (const id of comment.mentions) notices.set(id, 'mention')
  await tellThem(ctx, entry, comment, notices)
}

/**
 * Notifies people whom a changed comment mentions and whom it has never notified, not even before its last changes.
 * @param before the people whom it mentioned until now
 */
export async function tellOfMentions(ctx: Context, entry: DiscussedEntry, comment: Written, before: string[]) {
  const told = await ctx.db
    .select({ id: notifications.accountId })
    .from(happenings)
    .innerJoin(notifications, eq(notifications.id, happenings.notificationId))
    .where(eq(happenings.commentId, comment.id))
  const known = new Set([...before, ...told.map(({ id }) => id)])
  const added = comment.mentions.filter((id) => !known.has(id))
  await tellThem(ctx, entry, comment, new Map(added.map((id) => [id, 'mention'])))
}

async function participantsOf({ db }: Context, parentId: string | null): Promise<string[]> {
  if (!parentId) return []
  const inThread = or(eq(comments.id, parentId), eq(comments.parentId, parentId))
  const rows = await db
    .selectDistinct({ id: comments.authorId })
    .from(comments)
    .where(and(inThread, eq(comments.state, 'published'), isNotNull(comments.authorId)))
    .limit(mostTold)
  return rows.flatMap(({ id }) => id ?? [])
}

async function tellThem(ctx: Context, entry: DiscussedEntry, comment: Written, notices: Map<string, Kind>) {
  const writer = viewerOf(ctx)
  notices.delete(writer.id)
  if (notices.size === 0) return
  const rows = await ctx.db
    .select({ id: accounts.id })
    .from(accounts)
    .innerJoin(entries, eq(entries.id, entry.id))
    .where(and(inArray(accounts.id, [...notices.keys()]), isNull(accounts.disabledAt), mayRead(ctx)))
    .orderBy(accounts.id)
  for (const account of rows) {
    const kind = notices.get(account.id) ?? 'comment'
    const threadId = comment.parentId ?? comment.id
    const notificationId = await addHappening(ctx, {
      ...{ accountId: account.id, kind, entryId: entry.id, commentId: comment.id, actorId: writer.id },
      subjectId: kind === 'comment' ? entry.id : threadId,
    })
    // Actions of a member with an unconfirmed email cause no email, so they must not use up the hourly one either.
    if (!mayCauseMail(ctx, account) || !(await takeMail(ctx, notificationId))) continue
    await tell(ctx, account.id, commentMail, { commentId: comment.id, as: kind }, true)
  }
}
