import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { useHasRole } from '#web/session.ts'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

/** What a moderator decides. */
export type Decision = { state: 'hidden'; reason: string } | { state: 'published' }
type ModerateProps = {
  entry: Pick<Entry, 'state'>
  /** Sends the decision; rejects with a sentence. */
  decide: (decision: Decision) => Promise<unknown>
}

/** The moderator's button: hide with a reason, or show again. Nothing for anyone else, or for a draft. */
export function Moderate({ entry, decide }: ModerateProps) {
  const moderates = useHasRole('moderator')
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
  if (!moderates || entry.state === 'draft') return null
  if (entry.state === 'hidden')
    return (
      <Button variant="line" busy={sending.isPending} onClick={() => sending.mutate({ state: 'published' })}>
        {text.restore}
      </Button>
    )
  return (
    <>
      <Button variant="line" icon="keep" onClick={() => setAsking(true)}>
        {text.hide}
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title={text.hideTitle}
        slim
        dismissible={false}
        form={{
          onSubmit: (event) => {
            event.preventDefault()
            sending.mutate({ state: 'hidden', reason })
          },
        }}
        footer={
          <Button type="submit" busy={sending.isPending}>
            {text.hide}
          </Button>
        }
      >
        <p>{text.hideBody}</p>
        <TextArea
          label={text.reason}
          maxLength={1000}
          error={issue ? issue.message : sending.error?.message}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Dialog>
    </>
  )
}

/** Asks once, then deletes. @param remove rejects with a sentence */
export function RemoveButton({ remove }: { remove: () => Promise<unknown> }) {
  return (
    <ConfirmButton label={text.remove} title={text.removeTitle} act={remove}>
      {text.removeBody}
    </ConfirmButton>
  )
}
