import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, type Variant } from '#ui/button.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { text as uiText } from '#ui/text.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { type Offering, offers } from '../policy.ts'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

export type Decision = { state: 'hidden'; reason: string } | { state: 'published' }
type ModerateProps = {
  entry: Offering
  /** The look of the button: `text` if it is repeated in a list. */
  variant?: Variant
  /** Sends the decision. Rejects with a message for the moderator. */
  decide: (decision: Decision) => Promise<unknown>
}

/** The moderator's button to hide an entry with a reason, or to show it again. */
export function Moderate({ entry, variant = 'line', decide }: ModerateProps) {
  const [asking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const sending = useMutation({
    mutationFn: decide,
    onSuccess: (_answer, { state }) => {
      setAsking(false)
      setReason('')
      notify.success(state === 'hidden' ? text.hidden : text.restored)
    },
    onError: (error, { state }) => state === 'hidden' || notify.error(error.message),
  })
  const issue = sending.error instanceof ApiError && sending.error.issues.find(({ path }) => path === 'reason')
  if (offers(entry, 'restore'))
    return (
      <Button variant={variant} busy={sending.isPending} onClick={() => sending.mutate({ state: 'published' })}>
        {text.restore}
      </Button>
    )
  if (!offers(entry, 'hide')) return null
  return (
    <>
      <Button variant={variant} {...(variant === 'line' && { icon: 'keep' })} onClick={() => setAsking(true)}>
        {text.hide}
      </Button>
      <FormDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.hideTitle}
        slim
        submit={text.hide}
        busy={sending.isPending}
        onSubmit={() => sending.mutate({ state: 'hidden', reason })}
      >
        <p>{text.hideBody}</p>
        <TextArea
          label={text.reason}
          maxLength={1000}
          error={issue ? issue.message : sending.error?.message}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </FormDialog>
    </>
  )
}

type RemoveButtonProps = {
  entry: Pick<Entry, 'title'> & Offering
  /** Rejects with a message for the reader. */
  remove: () => Promise<unknown>
  words?: { removeTitle: string; removeBody: string; keep?: string }
}

export function RemoveButton({ entry, remove, words = text }: RemoveButtonProps) {
  if (!offers(entry, 'delete')) return null
  const { removeTitle: title, keep: cancel } = words
  return (
    <ConfirmButton label={uiText.delete} {...{ title, cancel }} deletes={entry.title} act={remove}>
      {words.removeBody}
    </ConfirmButton>
  )
}
