import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AttachmentField, useAttachment } from '#content/media/attachment.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { text } from '../text.ts'
import { useTakeOut } from './confirm.ts'
import type { Waiting } from './schema.ts'

type Props = { item: Waiting; open: boolean; onClose: () => void }

/** Why it is returned: written, said, or both. */
export function ReturnDialog({ item, open, onClose }: Props) {
  const words = text.giveBack
  const queryClient = useQueryClient()
  const takeOut = useTakeOut()
  const voice = useAttachment()
  const [reason, setReason] = useState('')
  const send = useMutation({
    mutationFn: async () => {
      const fileUrl = voice.address(words)
      await api.queue.giveBack({ id: item.id, updatedAt: item.updatedAt, reason, fileUrl })
    },
    onSuccess: () => {
      takeOut([item.id])
      void queryClient.invalidateQueries({ queryKey: ['queue'] })
      notify.success(words.sent)
      onClose()
    },
  })
  const issue = send.error instanceof ApiError && send.error.issues.find(({ path }) => path === 'reason')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={words.title}
      slim
      dismissible={false}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          send.mutate()
        },
      }}
      footer={
        <Button type="submit" busy={send.isPending}>
          {words.send}
        </Button>
      }
    >
      <p className="strong break">{item.title}</p>
      <p>{item.author ? words.toAuthor(item.author.name) : words.noAuthor}</p>
      <TextArea
        label={words.reason}
        rows={4}
        maxLength={1000}
        error={issue ? issue.message : undefined}
        value={reason}
        onChange={({ target: { value } }) => setReason(value)}
      />
      <AttachmentField file={voice} label={words.voice} hint={words.voiceHint} accept="audio/*" />
      <FormError title={send.error && !issue ? words.failed : null}>{send.error?.message}</FormError>
    </Dialog>
  )
}
