import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { notify } from '#web/notifications.ts'
import { ReportFields, useReport } from './form.tsx'
import { text } from './text.ts'

type Props = { entry: { id: string; title: string }; onClose: () => void }

export function ReportDialog({ entry: { id, title }, onClose }: Props) {
  const form = useReport(id, () => {
    notify.success(text.sent)
    onClose()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      slim
      dismissible={false}
      form={{ onSubmit: form.submit }}
      footer={
        <Button type="submit" busy={form.busy}>
          {text.send}
        </Button>
      }
    >
      <ReportFields form={form} about={<p className="strong break">{text.about(title)}</p>} />
    </Dialog>
  )
}
