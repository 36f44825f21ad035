import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/draft.ts'
import { ApiError } from '#web/errors.ts'
import type { Comment } from '../schema.ts'
import { text } from '../text.ts'
import { useCommentCache } from './cache.ts'
import type { DiscussedProps } from './comments.tsx'
import { asSent, asTyped, blank, type Typed } from './draft.ts'
import { MentionField } from './mention-field.tsx'

type Props = DiscussedProps & { comment: Comment; onDone: () => void }

/** The form that changes the text of a comment. */
export function EditForm({ entry, comment, onDone }: Props) {
  const { id } = comment
  const cache = useCommentCache(entry.id)
  const draft = draftOf<Typed>(formDraftName(`comment-edit:${id}`))
  const [value, setValue] = useState<Typed>(() => {
    const stored = draft.read()
    return stored.text === undefined ? asTyped(comment) : { ...blank, ...stored }
  })
  const save = useMutation({
    mutationFn: () => api.comment.update({ id, text: asSent(value).trim() }),
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
      <MentionField
        entryId={entry.id}
        label={text.editLabel}
        value={value}
        onChange={(next) => {
          setValue(next)
          draft.write(next)
        }}
        error={issue}
        autoFocus
      />
      <FormError title={error && !issue ? text.notSaved : null}>{error?.message}</FormError>
      <div className="row">
        <Button type="submit" busy={save.isPending}>
          {text.save}
        </Button>
        <Button
          variant="text"
          onClick={() => {
            draft.clear()
            onDone()
          }}
        >
          {text.cancel}
        </Button>
      </div>
    </CheckedForm>
  )
}
