import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { ApiError, PostCancelled } from '#web/errors.ts'
import { notify } from '#web/toasts.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { text } from '../text.ts'
import { useTakeOut } from './confirm.ts'
import type { Waiting } from './schema.ts'

type Props = { item: Waiting; open: boolean; onClose: () => void }

/** Asks for the reason, written or spoken, and returns the entry. */
export function ReturnDialog({ item, open, onClose }: Props) {
  const words = text.giveBack
  const queryClient = useQueryClient()
  const takeOut = useTakeOut()
  const uploads = useUploads()
  const voice = useAttachment(null, { uploads, name: `return:${item.id}:fileUrl` })
  const draft = draftOf<{ reason: string }>(formDraftName(`return:${item.id}`))
  const [reason, setReason] = useState(() => draft.read().reason ?? '')
  const send = useMutation({
    mutationFn: async () => {
      await uploads.ready()
      const fileUrl = voice.address()
      await api.queue.giveBack({ id: item.id, updatedAt: item.updatedAt, reason, fileUrl })
    },
    onSuccess: () => {
      uploads.posted()
      draft.clear()
      takeOut([item.id])
      void queryClient.invalidateQueries({ queryKey: ['queue'] })
      notify.success(words.sent)
      onClose()
    },
  })
  const failure = send.error instanceof PostCancelled ? null : send.error
  const issueOf = (name: string) =>
    failure instanceof ApiError ? failure.issues.find(({ path }) => path === name)?.message : undefined
  const issue = issueOf('reason')
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={words.title}
      slim
      submit={words.send}
      busy={send.isPending}
      onSubmit={() => send.mutate()}
      beside={<PostProgress uploads={uploads} />}
    >
      <p className="strong break">{item.title}</p>
      <p>{item.author ? words.toAuthor(item.author.name) : words.noAuthor}</p>
      <TextArea
        label={words.reason}
        rows={4}
        maxLength={1000}
        error={issue}
        value={reason}
        onChange={({ target: { value } }) => {
          setReason(value)
          draft.write({ reason: value })
        }}
      />
      <AttachmentField
        file={voice}
        label={words.voice}
        hint={words.voiceHint}
        accept={acceptSound}
        error={issueOf('fileUrl')}
      />
      <FormError title={failure && !issue ? words.failed : null}>{failure?.message}</FormError>
    </FormDialog>
  )
}
