import { Dialog as Base } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './field.ts'
import { text } from './text.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** The body; it scrolls. */
  children: ReactNode
  /** Actions at the foot; the last one is filled. */
  footer?: ReactNode
  /** Makes the dialog a form: body and footer stand inside it, so a submit button in the footer works. */
  form?: ComponentProps<'form'>
  slim?: boolean
  /** The whole screen of a phone. */
  full?: boolean
  /** What has the focus afterwards, where that is not what had it before. */
  finalFocus?: RefObject<HTMLElement | null>
  /** False while closing would lose what was typed: a press beside the dialog does nothing then. */
  dismissible?: boolean
  /** The accessible name of the scrolling body. */
  bodyLabel?: string
}

/** A sheet from below on phones, 660 px in the middle from 600 px on. */
export function DialogSheet(props: DialogProps) {
  const { open, onClose, title, children, footer, form, slim, full, finalFocus } = props
  const { dismissible = true, bodyLabel = text.details } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const inside = (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <section className="body stack" tabIndex={0} aria-label={bodyLabel}>
        {children}
      </section>
      {footer && <footer>{footer}</footer>}
    </>
  )
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={!dismissible}>
      <Base.Portal>
        <Base.Backdrop className="over" />
        <Base.Viewport className="at-modal">
          <Base.Popup
            className={classes('modal', slim && 'slim', full && 'full')}
            initialFocus={heading}
            finalFocus={finalFocus}
          >
            <header>
              <Base.Title ref={heading} tabIndex={-1}>
                {title}
              </Base.Title>
              <Base.Close render={<Button variant="line" sq icon="x" label={text.close} />} />
            </header>
            {form ? (
              <form noValidate {...form}>
                {inside}
              </form>
            ) : (
              inside
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
