import type { FormEvent, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from './dialog.tsx'
import type { DialogProps } from './dialog-sheet.tsx'

type FormDialogProps = Omit<DialogProps, 'form' | 'footer' | 'dismissible'> & {
  /** The label of the button that sends the form. */
  submit: ReactNode
  busy: boolean
  /** Shown before that button. */
  beside?: ReactNode
  /** Not called while the form is being sent. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
}

/** A dialog with a form. A press outside the dialog doesn't close it. */
export function FormDialog({ submit, busy, beside, onSubmit, ...dialog }: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      dismissible={false}
      form={{
        onSubmit: (event) => {
          event.preventDefault()
          if (!busy) onSubmit(event)
        },
      }}
      footer={
        <>
          {beside}
          <Button type="submit" busy={busy}>
            {submit}
          </Button>
        </>
      }
    />
  )
}
