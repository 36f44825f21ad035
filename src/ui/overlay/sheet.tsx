import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { Button } from '../button.tsx'
import { classes, type Field } from '../field.ts'
import { text } from '../text.ts'

type SheetProps = { title: string; field?: Field; onClose: () => void; children: ReactNode }

/**
 * A menu that opens at the bottom of phones and below the header on wide screens. Escape, Android's back gesture and a
 * press outside close it, and the browser moves the focus in and back.
 */
export function Sheet({ title, field, onClose, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  const closeBeside = (event: MouseEvent) => event.target === dialog.current && close()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape
    <dialog ref={dialog} className={classes('sheet', field)} aria-label={title} onClose={onClose} onClick={closeBeside}>
      <div>
        <header>
          <h2>{title}</h2>
          <Button variant="line" sq icon="x" label={text.close} onClick={close} />
        </header>
        {children}
      </div>
    </dialog>
  )
}
