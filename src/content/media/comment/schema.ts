import { z } from 'zod'
import { commentVerbs } from '#content/entry/comment/policy.ts'
import { Author, ById } from '#content/entry/schema.ts'
import { searchTerm, text } from '#core/input/text.ts'
import { Page, PageQuery } from '#core/page.ts'
import { FilePresentation } from '../schema.ts'

export const longestComment = 2000
/** Maximum length of a voice note in seconds, as the site tells people. */
export const longestVoice = 60
/** Maximum number of threads on a page, and of replies shown with a thread. */
export const threadsOnPage = 20
export const repliesOfThread = 20

export const Mention = Author.omit({ avatar: true })

export const Comment = z.object({
  id: z.uuid(),
  entryId: z.uuid(),
  parentId: z.uuid().nullable(),
  /** This is null after the account was deleted, and in comments that the viewer may not read. */
  author: Author.nullable(),
  /** Plain text; a mention is `<@account id>`. */
  text: z.string(),
  mentions: z.array(Mention),
  voice: FilePresentation.nullable(),
  /** A hidden or deleted comment that the viewer may not read is shown empty, and only if it has replies. */
  state: z.enum(['published', 'hidden', 'deleted']),
  /** The moderator's reason, for the author and moderators. */
  hiddenReason: z.string().optional(),
  /** Set while the author's email is unconfirmed: only the author, keepers and moderators see it. */
  unlisted: z.literal(true).optional(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** When its text was last written, for If-Match. */
  updatedAt: z.iso.datetime(),
  /** The verbs that the viewer may use; absent for guests. */
  may: z.array(z.enum(commentVerbs)).optional(),
})
export type Comment = z.infer<typeof Comment>

/** A comment with its first replies, oldest first. */
export const Thread = Comment.extend({
  replies: z.array(Comment),
  moreReplies: Page(Comment).shape.lastKey,
})
export type Thread = z.infer<typeof Thread>

/** `open` says whether new comments are accepted. */
export const Threads = Page(Thread).extend({ open: z.boolean() })
export type Threads = z.infer<typeof Threads>
export const Replies = Page(Comment)

export const ReplyQuery = ById.extend({
  ...PageQuery.shape,
  limit: z.coerce.number().int().min(1).max(100).default(threadsOnPage),
})

/** `replies` is the number of replies shown with each thread. */
export const ThreadQuery = ReplyQuery.extend({
  replies: z.coerce.number().int().min(1).max(repliesOfThread).default(repliesOfThread),
})

const written = text(longestComment)

/** A comment has a text, a voice note or both. `voice` is the `fileUrl` of an upload, or a `data:` URL. */
export const NewComment = z.object({
  id: z.uuid(),
  text: written.default(''),
  voice: z.string().min(1).nullish(),
  parentId: z.uuid().nullish(),
})
export const CommentChange = z.object({ id: z.uuid(), text: written })
export const CommentHiding = z.object({ id: z.uuid(), reason: text(1000).min(1) })

export const MentionQuery = ById.extend({ q: searchTerm(100).default('') })
/** `place`: where a person lives, in their own words, if the viewer can open their page. */
export const Mentionable = z.object({ items: z.array(Author.extend({ place: z.string() })) })
