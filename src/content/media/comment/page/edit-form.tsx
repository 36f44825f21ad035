import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { text as ofEntries } from '#content/entry/text.ts'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Note } from '#ui/state/note.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/draft.ts'
import { ApiError, isStale } from '#web/errors.ts'
import type { Comment } from '../schema.ts'
import { text } from '../text.ts'
import { CommentText } from './body.tsx'
import { useCommentCache } from './cache.ts'
import type { DiscussedProps } from './comments.tsx'
import { asSent, asTyped, blank, type Typed } from './draft.ts'
import { MentionField } from './mention-field.tsx'

type Props = DiscussedProps & { comment: Comment; onDone: () => void }
/** `basedOn` is the version of the comment that was changed. */
type Based = Typed & { basedOn: string }

const basedOn = (comment: Comment): Based => ({ ...asTyped(comment), basedOn: comment.updatedAt })

/** The form that changes the text of a comment. It shows the text that was saved meanwhile, if there is one. */
export function EditForm({ entry, comment, onDone }: Props) {
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
