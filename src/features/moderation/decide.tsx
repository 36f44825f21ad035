import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import type { Report } from './schema.ts'
import { text } from './text.ts'

/** Hide or leave what is open; show again what was hidden. */
export function Decide({ report }: { report: Report }) {
  const { id, resolution, unseen, entry } = report
  const [asking, setAsking] = useState<'hidden' | 'kept' | null>(null)
  const queryClient = useQueryClient()
  const restore = useMutation({
    mutationFn: () => api.moderation.decide({ id, resolution: 'restored' }),
    onSuccess: () => {
      notify.success(text.done.restored)
      return queryClient.invalidateQueries()
    },
    onError: (error) => notify.error(error.message),
  })
  const about = entry && <span className="sr">{text.of(entry.title)}</span>
  if (resolution)
    return (
      entry?.state === 'hidden' && (
        <Button variant="line" busy={restore.isPending} onClick={() => restore.mutate()}>
          {text.restore}
          {about}
        </Button>
      )
    )
  if (unseen === 'limited') return null
  return (
    <>
      {!unseen && (
        <Button variant="line" icon="keep" onClick={() => setAsking('hidden')}>
          {text.hide}
          {about}
        </Button>
      )}
      <Button variant="line" icon="check" onClick={() => setAsking('kept')}>
        {text.keep}
        {about}
      </Button>
      {asking && (
        <ReasonDialog
          title={asking === 'hidden' ? text.hideTitle : text.keepTitle}
          label={asking === 'hidden' ? text.reason : text.note}
          confirm={asking === 'hidden' ? text.hide : text.keep}
          onClose={() => setAsking(null)}
          send={async (note) => {
            await api.moderation.decide({ id, resolution: asking, note })
            notify.success(text.done[asking])
          }}
        >
          <p>{asking === 'hidden' ? text.hideBody : text.keepBody}</p>
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
  /** Rejects with a sentence. */
  send: (reason: string) => Promise<void>
  children: ReactNode
}

/** One act that needs a reason. What was typed stays while it is refused. */
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
    <Dialog
      open
      onClose={onClose}
      title={title}
      slim
      dismissible={false}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          sending.mutate()
        },
      }}
      footer={
        <Button type="submit" busy={sending.isPending}>
          {confirm}
        </Button>
      }
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
    </Dialog>
  )
}
