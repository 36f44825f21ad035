import { and, asc, desc, eq, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { alias, type PgSelect } from 'drizzle-orm/pg-core'
import { mayOfComment } from '#content/entry/comment/policy.ts'
import { comments } from '#content/entry/comment/table.ts'
import { commentShown, isDiscussed } from '#content/entry/comment/visible.ts'
import { rowsOf } from '#content/entry/list/reads.ts'
import { after } from '#content/entry/list/where.ts'
import { entries } from '#content/entry/table.ts'
import { pageFor } from '#content/entry/visibility/person.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import type { Context } from '#core/context.ts'
import { existing, NotFound } from '#core/errors.ts'
import { type PageQuery, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { coverColumns, isUnheard, presentFile } from '../queries.ts'
import { files } from '../table.ts'
import { type Comment, repliesOfThread, type Thread } from './schema.ts'
import { isShortEnough } from './voice-length.ts'

type By = Pick<Context, 'db' | 'viewer'>

const { id, type, title, state, visibility, groups, unlisted, allowComments, authorId } = entries
const entryColumns = { id, type, title, state, visibility, groups, unlisted, allowComments, authorId }
export type DiscussedEntry = Awaited<ReturnType<typeof requireDiscussed>>

/** Returns the entry if the viewer may open it and its type has comments. Throws NotFound otherwise. */
export async function requireDiscussed({ db, viewer }: By, entryId: string, lock = false) {
  const select = db
    .select(entryColumns)
    .from(entries)
    .where(and(eq(entries.id, entryId), isDiscussed, readable(viewer)))
  const [row] = await (lock ? select.for('share') : select)
  return existing(row)
}

export function isOpen({ state, allowComments }: Pick<DiscussedEntry, 'state' | 'allowComments'>): boolean {
  return state === 'published' && allowComments
}

const replies = alias(comments, 'replies')

/** Matches comments that are shown to the viewer: those they may read, and others above replies they may read. */
function hasPlace(viewer: Context['viewer']): SQL {
  const answered = sql`exists (select from ${comments} "replies"
    where ${replies.parentId} = ${comments.id} and ${commentShown(viewer, replies)})`
  return or(commentShown(viewer), answered) as SQL
}

/** Selects the people whom a comment mentions, and whether the viewer can open their pages. */
function mentioned(viewer: Context['viewer']): SQL<Comment['mentions']> {
  const page = pageFor(viewer, sql`m.id`)
  return sql`(select coalesce(json_agg(json_build_object('id', m.id, 'name', m.name, 'page', ${page})), '[]')
    from ${accounts} m where m.id = any(${comments.mentions}))`
}

/** Selects comments with their authors and voice notes, whether or not the viewer may read them. */
export function selectComments({ db, viewer }: By) {
  return db
    .select({
      comment: comments,
      shown: sql<boolean>`(${commentShown(viewer)})`,
      authorName: accounts.name,
      authorAvatar: accounts.avatar,
      authorPage: pageFor(viewer, comments.authorId),
      entryAuthorId: entries.authorId,
      mentioned: mentioned(viewer),
      voice: coverColumns,
    })
    .from(comments)
    .innerJoin(entries, eq(entries.id, comments.entryId))
    .leftJoin(accounts, eq(accounts.id, comments.authorId))
    .leftJoin(files, and(eq(files.id, comments.voiceId), isShortEnough, not(isUnheard())))
    .$dynamic()
}
type Row = Awaited<ReturnType<typeof selectComments>>[number]

/** Returns a comment as the viewer sees it: empty if they may not read it. */
export function presentComment(row: Row, { viewer }: Pick<Context, 'viewer'>): Comment {
  const { comment, authorName, authorAvatar: avatar, authorPage: page, entryAuthorId } = row
  const { id, entryId, parentId, authorId, state, createdAt, editedAt, hiddenReason } = comment
  const place = { id, entryId, parentId, createdAt, updatedAt: editedAt ?? createdAt }
  if (!row.shown) {
    const gone = state === 'published' ? 'hidden' : state
    const empty = { author: null, text: '', mentions: [], voice: null, state: gone, editedAt: null }
    return { ...place, ...empty, ...(viewer && { may: [] }) }
  }
  return {
    ...place,
    author: authorId && authorName ? { id: authorId, name: authorName, avatar, page } : null,
    text: comment.text,
    mentions: row.mentioned,
    voice: row.voice && presentFile(row.voice),
    state,
    ...(state === 'hidden' && hiddenReason !== null && { hiddenReason }),
    ...(comment.unlisted && { unlisted: true as const }),
    editedAt,
    ...(viewer && { may: mayOfComment(viewer, { authorId, state, createdAt, entryAuthorId }) }),
  }
}

const keyOf = ({ comment }: Row) => ({ value: comment.createdAt, id: comment.id })

/** Returns a page of an entry's threads, newest first, each with its first replies. */
export async function pageOfThreads(ctx: By, entryId: string, { limit, lastKey }: PageQuery, most: number) {
  const place = and(eq(comments.entryId, entryId), isNull(comments.parentId), hasPlace(ctx.viewer))
  const rows = await selectComments(ctx)
    .where(and(place, after(lastKey, comments.createdAt, 'desc', comments.id)))
    .orderBy(desc(comments.createdAt), desc(comments.id))
    .limit(limit + 1)
  const page = toPage(rows, limit, keyOf, (row) => row)
  return { ...page, items: await asThreads(ctx, page.items, most) }
}

/** Adds to each comment its first replies, with one statement for all. */
async function asThreads(ctx: By, rows: Row[], most = repliesOfThread): Promise<Thread[]> {
  const ids = rows.map(({ comment }) => comment.id)
  const first = sql`(select shown.id from unnest(${sql.param(ids)}::uuid[]) as thread(id) cross join lateral (
    select ${replies.id} from ${comments} "replies" where ${replies.parentId} = thread.id
      and ${commentShown(ctx.viewer, replies)}
    order by ${replies.createdAt}, ${replies.id} limit ${most + 1}) as shown)`
  const replyRows = ids.length
    ? await oldestFirst(
        selectComments(ctx).where(and(inArray(comments.parentId, ids), sql`${comments.id} in ${first}`)),
      )
    : []
  return rows.map((row) => {
    const mine = replyRows.filter(({ comment }) => comment.parentId === row.comment.id)
    const { items, lastKey } = toPage(mine, most, keyOf, (reply) => presentComment(reply, ctx))
    return { ...presentComment(row, ctx), replies: items, moreReplies: lastKey }
  })
}

function oldestFirst<S extends PgSelect>(select: S) {
  return select.orderBy(asc(comments.createdAt), asc(comments.id))
}

/** Returns a page of the replies to a comment, oldest first. */
export async function pageOfReplies(ctx: By, parentId: string, { limit, lastKey }: PageQuery) {
  const shown = and(eq(comments.parentId, parentId), commentShown(ctx.viewer))
  const rows = await oldestFirst(
    selectComments(ctx).where(and(shown, after(lastKey, comments.createdAt, 'asc', comments.id))),
  ).limit(limit + 1)
  return toPage(rows, limit, keyOf, (row) => presentComment(row, ctx))
}

/** Matches the first comment of a comment's thread, if it is shown to the viewer. Needs `entries`. */
function startsThreadOf(commentId: string, viewer: By['viewer']) {
  const starter = sql`(select coalesce(${replies.parentId}, ${replies.id}) from ${comments} "replies"
    where ${replies.id} = ${commentId})`
  return and(sql`${comments.id} = ${starter}`, isDiscussed, readable(viewer), hasPlace(viewer))
}

/**
 * Returns the thread of a comment, which may be its first one or a reply. Throws NotFound if the viewer may not read
 * it.
 */
export async function readThread(ctx: By, commentId: string): Promise<Thread> {
  const [thread] = await asThreads(ctx, await selectComments(ctx).where(startsThreadOf(commentId, ctx.viewer)))
  return existing(thread)
}

/** Throws NotFound if the viewer may not read the thread of a comment. */
export async function requireThread({ db, viewer }: By, commentId: string): Promise<void> {
  const [row] = await db
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(entries, eq(entries.id, comments.entryId))
    .where(startsThreadOf(commentId, viewer))
  if (!row) throw new NotFound()
}

const oneComment = rowsOf('comment', selectComments, (viewer) =>
  and(eq(comments.id, sql.placeholder('id')), isDiscussed, readable(viewer), commentShown(viewer)),
)

/** Returns a comment. Throws NotFound if the viewer may not read it. */
export async function readComment(ctx: By, commentId: string): Promise<Comment> {
  const [row] = await oneComment(ctx, { id: commentId })
  return presentComment(existing(row), ctx)
}

/** Locks a comment and returns it with its entry, which isn't locked. Throws NotFound if the viewer may not read it. */
export async function lockComment({ db, viewer }: By, commentId: string) {
  const [row] = await db
    .select({ comment: comments, entry: entryColumns })
    .from(comments)
    .innerJoin(entries, eq(entries.id, comments.entryId))
    .where(and(eq(comments.id, commentId), isDiscussed, readable(viewer), commentShown(viewer)))
    .for('update', { of: comments })
  if (!row) throw new NotFound()
  return { ...row.comment, entry: row.entry, entryAuthorId: row.entry.authorId }
}
