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
import { Note } from '#ui/state/note.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError, isStale } from '#web/errors.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Comment } from '../schema.ts'
import { text } from '../text.ts'
import { anchorOf, CommentBody, CommentText, heard, nameOf } from './body.tsx'
import { useCommentCache } from './cache.ts'
import type { DiscussedProps } from './comments.tsx'
import { asSent, asTyped, blank, type Typed } from './draft.ts'
import { MentionField } from './mention-field.tsx'

type Props = DiscussedProps & { comment: Comment; action?: ReactNode; linked?: boolean }

/** A comment with what the viewer may do to it. */
export function CommentRow({ entry, comment, action, linked }: Props) {
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
