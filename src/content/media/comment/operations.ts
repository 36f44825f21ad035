import { and, asc, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { formerMemberId } from '#accounts/account.ts'
import { named } from '#accounts/named.ts'
import { mayHavePage } from '#accounts/person.ts'
import { mentionedIn, mostMentions } from '#content/entry/comment/mentions.ts'
import { hideComment, restoreComment } from '#content/entry/comment/moderate.ts'
import { editableMinutes, isEditable, mayOnComment } from '#content/entry/comment/policy.ts'
import { comments } from '#content/entry/comment/table.ts'
import { commentShown } from '#content/entry/comment/visible.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { addsUnlisted } from '#content/entry/visibility/unlisted.ts'
import { refuseStale } from '#content/entry/write/change.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, refused } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { attachFiles, claimFile } from '../claim.ts'
import { namedVoice } from '../named-files.ts'
import { tellOfComment, tellOfMentions } from './notify.ts'
import {
  type DiscussedEntry,
  isOpen,
  lockComment,
  pageOfReplies,
  pageOfThreads,
  readComment,
  readThread,
  requireDiscussed,
  requireThread,
} from './queries.ts'
import { refusals } from './refusals.ts'
import { removeComment } from './removal.ts'
import {
  Comment,
  CommentChange,
  CommentHiding,
  Mentionable,
  MentionQuery,
  NewComment,
  Replies,
  ReplyQuery,
  Thread,
  ThreadQuery,
  Threads,
} from './schema.ts'
import { longestVoiceNote } from './voice-length.ts'

/** Comments under entries, with one level of replies. People who may see an entry may read them; members may write. */
export const comment = {
  list: operation('GET', '/entries/:id/comments', 'public', {
    summary: 'List the comments on an entry, newest first, each with its first replies',
    input: ThreadQuery,
    output: Threads,
    async handler(ctx, { id, replies, ...page }) {
      const entry = await requireDiscussed(ctx, id)
      return { ...(await pageOfThreads(ctx, id, page, replies)), open: isOpen(entry) }
    },
  }),

  thread: operation('GET', '/comments/:id', 'public', {
    summary: 'Read a comment with its replies, by the id of any of them',
    input: ById,
    output: Thread,
    handler: (ctx, { id }) => readThread(ctx, id),
  }),

  replies: operation('GET', '/comments/:id/replies', 'public', {
    summary: 'List the replies to a comment, oldest first',
    input: ReplyQuery,
    output: Replies,
    async handler(ctx, { id, ...page }) {
      await requireThread(ctx, id)
      return pageOfReplies(ctx, id, page)
    },
  }),

  mentionable: operation('GET', '/entries/:id/mentionable', 'member', {
    summary: 'List people you can mention in a comment on an entry',
    input: MentionQuery,
    output: Mentionable,
    async handler(ctx, { id, q }) {
      return { items: await findMentionable(ctx, await requireDiscussed(ctx, id), q) }
    },
  }),

  create: operation('POST', '/entries/:id/comments', 'member', {
    summary: 'Comment on an entry, in writing or with a voice note',
    input: NewComment,
    output: Comment,
    status: 201,
    files: ({ voice }) => namedVoice('voice', voice, longestVoiceNote),
    async prepare(ctx, { id, text, voice }) {
      refuseClosed(await requireDiscussed(ctx, id))
      if (text === '' && !voice) throw refused('text', refusals.nothing)
      await ctx.limits.take('comment', viewerOf(ctx).id)
    },
    async handler(ctx, { id, text, voice, parentId }) {
      const viewer = viewerOf(ctx)
      const entry = await requireDiscussed(ctx, id, true)
      refuseClosed(entry)
      if (parentId) await requireParent(ctx, id, parentId)
      const mentions = await requireMentions(ctx, entry, text)
      const voiceId = voice ? await claimFile(ctx, voice, { path: 'voice', kinds: ['audio'] }) : null
      const unlisted = await addsUnlisted(ctx, entry)
      const [row] = await ctx.db
        .insert(comments)
        .values({ entryId: id, parentId: parentId ?? null, authorId: viewer.id, text, mentions, voiceId, unlisted })
        .returning()
      if (!row) throw new Error('insert into comments returned no row')
      if (voiceId) await attachFiles(ctx, id, [voiceId], 'comment')
      ctx.countText()
      await audit(ctx, 'comment:create', id, { commentId: row.id })
      if (!unlisted) {
        await tellOfComment(ctx, entry, row)
        changeShown(ctx, entry)
      }
      return readComment(ctx, row.id)
    },
  }),

  update: operation('PATCH', '/comments/:id', 'member', {
    summary: 'Change the text of one of your comments, within a limited time after writing it',
    input: CommentChange,
    output: Comment,
    ifMatch: true,
    prepare: (ctx) => ctx.limits.take('comment', viewerOf(ctx).id),
    async handler(ctx, { id, text }) {
      const before = await lockComment(ctx, id)
      if (!mayOnComment(ctx.viewer, 'edit', before)) throw new Forbidden(refusals.notYours)
      if (before.state === 'hidden') throw new Conflict(refusals.hidden, 'hidden')
      if (!isEditable(before)) throw new Conflict(refusals.tooLate(editableMinutes), 'too_late')
      refuseStale(ctx, { updatedAt: before.editedAt ?? before.createdAt })
      if (text === '' && !before.voiceId) throw refused('text', refusals.nothing)
      const mentions = await requireMentions(ctx, before.entry, text, before.mentions)
      const editedAt = new Date().toISOString()
      await ctx.db.update(comments).set({ text, mentions, editedAt }).where(eq(comments.id, id))
      await audit(ctx, 'comment:update', before.entryId, { commentId: id })
      if (!before.unlisted) await tellOfMentions(ctx, before.entry, { ...before, mentions }, before.mentions)
      changeShown(ctx, before.entry)
      return readComment(ctx, id)
    },
  }),

  remove: operation('DELETE', '/comments/:id', 'member', {
    summary: 'Delete one of your comments, or a comment on one of your entries',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      const row = await lockComment(ctx, id)
      if (!mayOnComment(ctx.viewer, 'delete', row)) throw new Forbidden(refusals.notYours)
      await removeComment(ctx, row)
      await audit(ctx, 'comment:remove', row.entryId, { commentId: id })
      changeShown(ctx, row.entry)
      return { id }
    },
  }),

  hide: operation('PUT', '/comments/:id/hiding', 'moderator', {
    summary: 'Hide a comment and give a reason, which is shown to the comment’s author',
    input: CommentHiding,
    output: Comment,
    async handler(ctx, { id, reason }) {
      const row = await lockComment(ctx, id)
      if (!mayOnComment(ctx.viewer, 'hide', row)) throw new Forbidden()
      if (row.state !== 'published') throw new Conflict(refusals.hidden, 'hidden')
      await hideComment(ctx, row, reason)
      return readComment(ctx, id)
    },
  }),

  restore: operation('DELETE', '/comments/:id/hiding', 'moderator', {
    summary: 'Show a hidden comment again',
    input: ById,
    output: Comment,
    async handler(ctx, { id }) {
      const row = await lockComment(ctx, id)
      if (!mayOnComment(ctx.viewer, 'restore', row)) throw new Forbidden()
      if (row.state !== 'hidden') throw new Conflict(refusals.notHidden, 'shown')
      await restoreComment(ctx, row)
      return readComment(ctx, id)
    },
  }),
}

function refuseClosed({ state, allowComments }: DiscussedEntry): void {
  if (state === 'hidden') throw new Conflict(refusals.hiddenEntry, 'hidden')
  if (state === 'draft') throw new Conflict(refusals.draft, 'draft')
  if (!allowComments) throw new Conflict(refusals.closed, 'comments_closed')
}

/** Locks the comment that is replied to, so that it isn't deleted meanwhile. Throws Conflict if it takes no replies. */
async function requireParent({ db, viewer }: Context, entryId: string, parentId: string): Promise<void> {
  const isStarter = and(eq(comments.id, parentId), eq(comments.entryId, entryId), isNull(comments.parentId))
  const [parent] = await db
    .select({ id: comments.id })
    .from(comments)
    .where(and(isStarter, eq(comments.state, 'published'), commentShown(viewer)))
    .for('share')
  if (!parent) throw new Conflict(refusals.goneParent, 'gone')
}

/** Drops cached pages if guests can see the entry. */
function changeShown(ctx: Context, { visibility, groups }: DiscussedEntry): void {
  if (visibility === 'public' && groups.length === 0) ctx.contentChanged()
}

type By = Pick<Context, 'db' | 'viewer'>

/** Maximum number of names offered at once. */
const mostOffered = 8

/**
 * Returns other people who can be mentioned under the entry and whose name matches `q`, with where they live if their
 * page shows it.
 */
async function findMentionable(ctx: By, entry: DiscussedEntry, q: string) {
  const place = sql<string>`case when ${and(mayHavePage, hasPosted(ctx.viewer))} then ${accounts.place} else '' end`
  return ctx.db
    .select({ id: accounts.id, name: accounts.name, avatar: accounts.avatar, place })
    .from(accounts)
    .where(and(isKnownHere(ctx, entry), notInArray(accounts.id, [ctx.viewer?.id ?? '']), named(accounts.name, q)))
    .orderBy(asc(accounts.name), asc(accounts.id))
    .limit(mostOffered)
}

/**
 * Returns the ids that a text mentions. Throws Invalid if there are too many or one can't be mentioned here.
 * @param before ids that the comment already mentioned
 */
async function requireMentions(ctx: By, entry: DiscussedEntry, text: string, before: string[] = []): Promise<string[]> {
  const ids = mentionedIn(text)
  if (ids.length > mostMentions) throw refused('text', refusals.tooManyMentions(mostMentions))
  const added = ids.filter((id) => !before.includes(id))
  if (added.length === 0) return ids
  const count = await ctx.db.$count(accounts, and(inArray(accounts.id, added), isKnownHere(ctx, entry)))
  if (count < added.length) throw refused('text', refusals.unknownMention)
  return ids
}

/**
 * Matches accounts whose names the viewer can see anyway: people who take part in the conversation and, unless the
 * entry is limited to groups or keepers, people whose posts the viewer can find. This doesn't reveal who is in a group.
 */
function isKnownHere({ viewer, db }: By, entry: DiscussedEntry): SQL {
  const commented = db
    .select({ id: comments.authorId })
    .from(comments)
    .where(and(eq(comments.entryId, entry.id), commentShown(viewer)))
  const isWide = entry.groups.length === 0 && entry.visibility !== 'keepers'
  const takesPart = or(entry.authorId ? eq(accounts.id, entry.authorId) : undefined, inArray(accounts.id, commented))
  return and(
    isNull(accounts.disabledAt),
    ne(accounts.id, formerMemberId),
    isWide ? or(takesPart, hasPosted(viewer)) : takesPart,
  ) as SQL
}

/** Matches accounts with a post that the viewer can find. */
function hasPosted(viewer: By['viewer']): SQL {
  return sql`exists (select from ${entries} where ${eq(entries.authorId, accounts.id)} and ${listed(viewer)})`
}
