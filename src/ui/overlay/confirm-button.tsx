import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import { FormError } from '../form/form-error.tsx'
import { text } from '../text.ts'
import { Dialog } from './dialog.tsx'

export type ConfirmButtonProps = {
  label: string
  /** Read by screen readers after the label, if a page has several such buttons. */
  of?: string
  variant?: 'line' | 'soft' | 'text'
  /** Set if the action deletes something for good: its name, which the dialog shows, or `true` if it has none. */
  deletes?: string | true
  title: string
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  /** Extra fields. With them, a press outside the dialog doesn't close it. */
  body?: ReactNode
  cancel?: string
  /** Rejects with a message, which the dialog shows. */
  act: () => Promise<unknown>
}

const deleting = { className: 'del', icon: 'bin' } as const

/** Asks for confirmation before an action that is hard to undo. The button names the action, never "OK". */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, of, variant = 'line', deletes, title, children, body, cancel, act } = props
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function confirm() {
    setBusy(true)
    setFailure(null)
    try {
      await act()
      setAsking(false)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  function close() {
    setAsking(false)
    setFailure(null)
  }
  return (
    <>
      <Button variant={variant} {...(deletes && deleting)} onClick={() => setAsking(true)}>
        {label}
        {of && <span className="sr"> {of}</span>}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={title}
        slim
        dismissible={!body}
        {...(body && {
          form: {
            onSubmit: (event) => {
              event.preventDefault()
              if (!busy) void confirm()
            },
          },
        })}
        footer={
          <>
            <Button variant="line" onClick={close}>
              {cancel ?? text.cancel}
            </Button>
            <Button
              busy={busy}
              {...(deletes && { variant: 'line', ...deleting })}
              {...(body ? { type: 'submit' } : { onClick: confirm })}
            >
              {label}
            </Button>
          </>
        }
      >
        {typeof deletes === 'string' && <p className="strong break">{deletes}</p>}
        <p>{children}</p>
        {body}
        <FormError title={failure} />
      </Dialog>
    </>
  )
}
