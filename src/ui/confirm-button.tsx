import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './form/form-error.tsx'
import { text } from './text.ts'

export type ConfirmButtonProps = {
  label: string
  /** What a screen reader hears behind the label, where several stand on a page. */
  of?: string
  variant?: 'line' | 'soft' | 'text'
  title: string
  /** What happens, and whether it can be undone. */
  children: ReactNode
  /** Fields that belong to the question; a press beside the dialog loses nothing then. */
  body?: ReactNode
  cancel?: string
  /** Rejects with a sentence, which stands in the dialog then. */
  act: () => Promise<unknown>
}

/** Asks once before something that is hard to undo; the button says what it does, never "OK". */
export function ConfirmButton({ label, of, variant = 'line', title, children, body, cancel, act }: ConfirmButtonProps) {
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
      <Button variant={variant} onClick={() => setAsking(true)}>
        {label}
        {of && <span className="sr"> {of}</span>}
      </Button>
      <Dialog
        open={asking}
        onClose={close}
        title={title}
        slim
        dismissible={!body}
        footer={
          <>
            <Button variant="line" onClick={close}>
              {cancel ?? text.cancel}
            </Button>
            <Button busy={busy} onClick={confirm}>
              {label}
            </Button>
          </>
        }
      >
        <p>{children}</p>
        {body}
        <FormError title={failure} />
      </Dialog>
    </>
  )
}
