import { FormDialog } from '#ui/overlay/form-dialog.tsx'
import { notify } from '#web/toasts.ts'
import { ReportFields, useReport } from './form.tsx'
import { text } from './text.ts'

export type Reported = {
  id: string
  title: string
  /** The reported comment on the entry; undefined if the entry itself is reported. */
  commentId?: string
}
type Props = { entry: Reported; onClose: () => void }

export function ReportDialog({ entry: { id, title, commentId }, onClose }: Props) {
  const onSent = () => {
    notify.success(text.sent)
    onClose()
  }
  const form = useReport(id, onSent, commentId)
  return (
    <FormDialog
      open
      onClose={onClose}
      title={text.title}
      slim
      submit={text.send}
      busy={form.busy}
      onSubmit={form.submit}
    >
      <ReportFields
        form={form}
        about={<p className="strong break">{commentId ? text.aboutComment(title) : text.about(title)}</p>}
      />
    </FormDialog>
  )
}
