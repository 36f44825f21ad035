import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { mayDecide } from './policy.ts'
import type { Report } from './schema.ts'
import { text } from './text.ts'

/** Shows buttons that hide or keep a reported entry or comment, or that show a hidden one again. */
export function Decide({ report }: { report: Report }) {
  const { id, resolution, gone, entry, comment } = report
  const words = gone ? text.ofGone : comment ? text.ofComment : text
  const [asking, setAsking] = useState<'hidden' | 'kept' | null>(null)
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => api.moderation.decide({ id, resolution: 'restored' }),
    onSuccess: () => {
      notify.success(words.done.restored)
      return queryClient.invalidateQueries()
    },
    onError: (error) => notify.error(error.message),
  })
  const about = entry && <span className="sr">{text.of(entry.title)}</span>
  if (resolution)
    return (
      mayDecide(report, 'restored') &&
      (comment ?? entry)?.state === 'hidden' && (
        <Button variant="line" busy={restore.isPending} onClick={() => restore.mutate()}>
          {words.restore}
          {about}
        </Button>
      )
    )
  if (!mayDecide(report, 'kept')) return null
  return (
    <>
      {mayDecide(report, 'hidden') && !gone && (
        <Button variant="line" icon="keep" onClick={() => setAsking('hidden')}>
          {words.hide}
          {about}
        </Button>
      )}
      <Button variant="line" icon="check" onClick={() => setAsking('kept')}>
        {words.keep}
        {about}
      </Button>
      {asking && (
        <ReasonDialog
          title={asking === 'hidden' ? words.hideTitle : words.keepTitle}
          label={asking === 'hidden' ? text.reason : text.note}
          confirm={asking === 'hidden' ? words.hide : words.keep}
          onClose={() => setAsking(null)}
          send={async (note) => {
            await api.moderation.decide({ id, resolution: asking, note })
            notify.success(words.done[asking])
          }}
        >
          <p>{asking === 'hidden' ? words.hideBody : gone ? text.goneBody : text.keepBody}</p>
        </ReasonDialog>
      )}
    </>
  )
}

type ReasonDialogProps = {
  title: string
  label: string
  confirm: string
  onClose: () => void
  /** Rejects with a message for the moderator. */
  send: (reason: string) => Promise<void>
  children: ReactNode
}

/** Asks for the reason for an action. What was typed stays if the server refuses it. */
export function ReasonDialog({ title, label, confirm, onClose, send, children }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const sending = useMutation({
    mutationFn: () => send(reason),
    onSuccess: () => {
      onClose()
      return queryClient.invalidateQueries()
    },
  })
  const issue = sending.error instanceof ApiError && sending.error.issues[0]
  return (
    <FormDialog
      open
      onClose={onClose}
      title={title}
      slim
      submit={confirm}
      busy={sending.isPending}
      onSubmit={() => sending.mutate()}
    >
      {children}
      <TextArea
        label={label}
        rows={4}
        maxLength={1000}
        error={issue ? issue.message : undefined}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <FormError title={sending.error && !issue ? text.notSaved : null}>{sending.error?.message}</FormError>
    </FormDialog>
  )
}
