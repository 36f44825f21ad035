import type { ReactNode } from 'react'
import type { EntryKind } from '#content/entry/address.ts'
import { piecesOf } from '#content/entry/comment/mentions.ts'
import { AuthorName } from '#content/entry/page/author.tsx'
import { UnlistedAddition } from '#content/entry/visibility/unlisted-note.tsx'
import { type DateSetting, formatDateTime } from '#ui/data/formats.ts'
import { classes } from '#ui/field.ts'
import { Avatar } from '#ui/list/byline.tsx'
import { soundOf } from '../../page/sound.ts'
import type { FilePresentation } from '../../schema.ts'
import type { Comment } from '../schema.ts'
import { text } from '../text.ts'

/** Returns the id of a comment's element, for links. */
export function anchorOf({ id }: Pick<Comment, 'id'>): string {
  return `comment-${id}`
}

export function nameOf({ author }: Pick<Comment, 'author'>): string {
  return author?.name ?? text.former
}

/** Returns the player's properties for the voice note of a comment. */
export function heard(voice: FilePresentation, comment: Pick<Comment, 'author'>) {
  return soundOf({ ...voice, title: text.voiceOf(nameOf(comment)) })
}

export type DiscussedProps = { entry: { id: string; type: EntryKind; title: string } }

/** The part of an entry's page with its comments. @param look further classes */
export function CommentsSection({ look, children }: { look?: string; children: ReactNode }) {
  return (
    <section className={classes('comments stack gap-5', look)} id="comments" aria-labelledby="comments-title">
      <h2 className="t2" id="comments-title">
        {text.title}
      </h2>
      {children}
    </section>
  )
}

type CommentBodyProps = {
  comment: Comment
  setting?: DateSetting
  /** The player of its voice note. */
  voice?: ReactNode
  /** A form in place of the text. */
  instead?: ReactNode
}

/** The author, time, text and voice note of a comment. Its text is plain: links in it can't be followed. */
export function CommentBody({ comment, setting, voice, instead }: CommentBodyProps) {
  const { author, createdAt, editedAt, state, hiddenReason, may, unlisted } = comment
  const isGone = state !== 'published' && !author && !comment.text && !comment.voice
  if (isGone) return <p className="dim">{text.states[state === 'deleted' ? 'deleted' : 'hidden']}</p>
  return (
    <>
      <p className="by">
        <Avatar name={nameOf(comment)} photo={author?.avatar ?? null} />
        <span>
          <b>{author ? <AuthorName author={author} /> : text.former}</b>
          <br />
          <span className="dim">
            <time dateTime={createdAt}>{formatDateTime(createdAt, setting)}</time>
            {editedAt && ` · ${text.edited}`}
          </span>
        </span>
      </p>
      {state === 'hidden' && (
        <p className="small">
          <b>{may?.includes('restore') ? text.states.hidden : text.hiddenOwn}</b>
          {hiddenReason && ` ${text.why(hiddenReason)}`}
        </p>
      )}
      <UnlistedAddition unlisted={unlisted} by={author} />
      {instead || (comment.text && <CommentText comment={comment} />)}
      {!instead && voice}
    </>
  )
}

/** The text of a comment with the names of the people it mentions. */
export function CommentText({ comment }: { comment: Pick<Comment, 'text' | 'mentions'> }) {
  return (
    <p className="lines break" dir="auto">
      {piecesOf(comment.text, comment.mentions, text.formerMention).map((piece, at) =>
        typeof piece === 'string' ? (
          piece
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece is identified by its position, which never changes
          <b key={at}>
            @<AuthorName author={piece} />
          </b>
        ),
      )}
    </p>
  )
}
