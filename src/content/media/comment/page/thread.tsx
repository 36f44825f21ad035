import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Moderate } from '#content/entry/moderation/moderation.tsx'
import { ReportButton } from '#content/entry/report/button.tsx'
import { text as ofEntries } from '#content/entry/text.ts'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Note } from '#ui/state/note.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError, isStale } from '#web/errors.ts'
import { usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Comment, Thread } from '../schema.ts'
import { text } from '../text.ts'
import { anchorOf, CommentBody, CommentText, type DiscussedProps, heard, nameOf } from './body.tsx'
import { keyOfReplies, useCommentCache } from './cache.ts'
import { Composer } from './composer.tsx'
import { asSent, asTyped, blank, draftOfComment, type Typed } from './draft.ts'
import { MentionField } from './mention-field.tsx'

type Props = DiscussedProps & { thread: Thread; open: boolean; linked?: string }

/** A comment with its replies and the form for a new reply. */
export function ThreadRow({ entry, thread, open, linked }: Props) {
  const hasDraft = draftOfComment(entry.id, thread.id).read().text
  const [replying, setReplying] = useState(Boolean(hasDraft))
  const mayReply = open && thread.state === 'published' && !thread.unlisted
  return (
    <li className="stack gap-3">
      <CommentRow
        entry={entry}
        comment={thread}
        linked={linked === thread.id}
        action={
          mayReply &&
          !replying && (
            <Button variant="text" onClick={() => setReplying(true)}>
              {text.reply}
              <span className="sr"> {text.of(nameOf(thread))}</span>
            </Button>
          )
        }
      />
      {(thread.replies.length > 0 || replying) && (
        <div className="replies stack">
          {thread.replies.length > 0 && (
            <ul className="stack" aria-label={text.replies(nameOf(thread))}>
              {thread.replies.map((reply) => (
                <li key={reply.id} className="stack gap-2">
                  <CommentRow entry={entry} comment={reply} linked={linked === reply.id} />
                </li>
              ))}
            </ul>
          )}
          {thread.moreReplies && <MoreReplies entry={entry} thread={thread} {...(linked && { linked })} />}
          {mayReply && replying && <Composer entry={entry} parent={thread} onClose={() => setReplying(false)} />}
        </div>
      )}
    </li>
  )
}

const isAmong = (comments: readonly { id: string }[], wanted: string) => comments.some(({ id }) => id === wanted)

/** The replies after the first ones, loaded on demand. */
function MoreReplies({ entry, thread, linked }: DiscussedProps & { thread: Thread; linked?: string }) {
  const [shown, setShown] = useState(linked !== undefined && !isAmong([thread, ...thread.replies], linked))
  if (!shown)
    return (
      <p>
        <Button variant="line" onClick={() => setShown(true)}>
          {text.moreReplies}
        </Button>
      </p>
    )
  return <FurtherReplies entry={entry} thread={thread} {...(linked && { linked })} />
}

function FurtherReplies({ entry, thread, linked }: DiscussedProps & { thread: Thread; linked?: string }) {
  const { id, moreReplies } = thread
  const { list, items } = usePaged(keyOfReplies(id), (page, options) =>
    api.comment.replies({ id, ...(moreReplies && { lastKey: moreReplies }), ...page }, options),
  )
  // More pages are loaded until they contain the reply that a notification leads to.
  const isMissing = linked !== undefined && !isAmong([thread, ...thread.replies, ...items], linked)
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, isError, fetchNextPage])
  return (
    <>
      <ul className="stack">
        {/* A reply just written here is already shown with the first ones. */}
        {items
          .filter(({ id }) => !isAmong(thread.replies, id))
          .map((reply) => (
            <li key={reply.id} className="stack gap-2">
              <CommentRow entry={entry} comment={reply} linked={linked === reply.id} />
            </li>
          ))}
      </ul>
      {list.isError && (
        <ErrorState title={text.repliesFailed} onRetry={() => list.fetchNextPage()} busy={list.isFetching}>
          {list.error?.message}
        </ErrorState>
      )}
      {(list.isPending || list.hasNextPage) && (
        <p>
          <Button variant="line" busy={list.isFetching} onClick={() => list.fetchNextPage()}>
            {text.moreReplies}
          </Button>
        </p>
      )}
    </>
  )
}

type CommentProps = DiscussedProps & { comment: Comment; action?: ReactNode; linked?: boolean }

/** A comment with what the viewer may do to it. */
function CommentRow({ entry, comment, action, linked }: CommentProps) {
  const setting = useDateSetting()
  const cache = useCommentCache(entry.id)
  const [editing, setEditing] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const { id, voice, may = [] } = comment
  const of = text.of(nameOf(comment))
  useEffect(() => {
    if (linked) place.current?.scrollIntoView({ block: 'center' })
  }, [linked])

  async function remove() {
    const undo = cache.remove(comment)
    try {
      await api.comment.remove({ id })
      notify.success(text.removed)
    } catch (error) {
      undo()
      throw error
    } finally {
      void cache.refresh()
    }
  }

  async function decide(decision: { state: 'hidden'; reason: string } | { state: 'published' }) {
    const decided =
      decision.state === 'hidden'
        ? await api.comment.hide({ id, reason: decision.reason })
        : await api.comment.restore({ id })
    cache.replace(decided)
  }

  return (
    <div className="stack gap-2" id={anchorOf(comment)} ref={place}>
      <CommentBody
        comment={comment}
        setting={setting}
        voice={voice && <AudioPlayer {...heard(voice, comment)} />}
        instead={editing && <EditForm entry={entry} comment={comment} onDone={() => setEditing(false)} />}
      />
      {!editing && (action || may.length > 0) && (
        <div className="row gap-2 acts">
          {action}
          {may.includes('edit') && (
            <Button variant="text" onClick={() => setEditing(true)}>
              {text.edit}
              <span className="sr"> {of}</span>
            </Button>
          )}
          {may.includes('delete') && (
            <ConfirmButton label={text.remove} of={of} deletes variant="text" title={text.removeTitle} act={remove}>
              {text.removeBody}
            </ConfirmButton>
          )}
          <ReportButton entry={{ id: entry.id, title: entry.title, may, commentId: id }} />
          <Moderate entry={{ may }} variant="text" decide={decide} />
        </div>
      )}
    </div>
  )
}

type EditFormProps = DiscussedProps & { comment: Comment; onDone: () => void }
/** `basedOn` is the version of the comment that was changed. */
type Based = Typed & { basedOn: string }

const basedOn = (comment: Comment): Based => ({ ...asTyped(comment), basedOn: comment.updatedAt })

/** The form that changes the text of a comment. It shows the text that was saved meanwhile, if there is one. */
function EditForm({ entry, comment, onDone }: EditFormProps) {
  const { id, updatedAt } = comment
  const cache = useCommentCache(entry.id)
  const draft = draftOf<Based>(formDraftName(`comment-edit:${id}`))
  const [value, setValue] = useState<Based>(() => {
    const stored = draft.read()
    return stored.text === undefined ? basedOn(comment) : { ...blank, basedOn: updatedAt, ...stored }
  })
  const isOutdated = value.basedOn !== updatedAt && asSent(value).trim() !== comment.text
  const save = useMutation({
    // Saving is based on the text that the person sees, which may be newer than the one that they began with.
    mutationFn: () => api.comment.update({ id, text: asSent(value).trim() }, { changedFrom: updatedAt }),
    async onError(error) {
      if (!isStale(error)) return
      draft.write(value)
      await cache.refresh()
    },
    onSuccess(changed) {
      draft.clear()
      cache.replace(changed)
      onDone()
    },
  })
  const { error } = save
  const issue = error instanceof ApiError ? error.issues[0]?.message : undefined
  return (
    <CheckedForm
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate()
      }}
    >
      {isOutdated && (
        <Note look="ringed" icon="alert" role="status">
          <p className="strong">{ofEntries.conflict.title}</p>
          <p>{text.savedElsewhere}</p>
          <CommentText comment={comment} />
        </Note>
      )}
      <MentionField
        entryId={entry.id}
        label={text.editLabel}
        value={value}
        onChange={(typed) => {
          const next = { ...typed, basedOn: value.basedOn }
          setValue(next)
          draft.write(next)
        }}
        error={issue}
        autoFocus
      />
      <FormError title={error && !issue && !(isOutdated && isStale(error)) ? text.notSaved : null}>
        {error?.message}
      </FormError>
      <div className="row">
        <Button type="submit" busy={save.isPending}>
          {isOutdated ? text.replaceSaved : text.save}
        </Button>
        <Button
          variant="text"
          onClick={() => {
            draft.clear()
            onDone()
          }}
        >
          {isOutdated ? text.keepSaved : text.cancel}
        </Button>
      </div>
    </CheckedForm>
  )
}
