import { Dialog as Base } from '@base-ui/react/dialog'
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../field.ts'
import { CheckedForm } from '../form/checked-form.tsx'
import { text } from '../text.ts'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** The body, which scrolls. */
  children: ReactNode
  /** Actions at the bottom, the main one last. */
  footer?: ReactNode
  /** Makes the dialog a form that contains body and footer, so that a submit button in the footer works. */
  form?: ComponentProps<'form'>
  slim?: boolean
  /** Fills the screen. */
  full?: boolean
  /** The element to focus after closing; by default the one that had the focus before. */
  finalFocus?: RefObject<HTMLElement | null>
  /** False if closing would lose input: a press outside the dialog then does nothing. */
  dismissible?: boolean
  /** The accessible name of the scrolling body. */
  bodyLabel?: string
}

/**
 * A dialog: on phones, a sheet at the bottom of the screen; on screens 600 px wide or more, centred and up to 660 px
 * wide (480 px if `slim`).
 */
export function DialogSheet(props: DialogProps) {
  const { open, onClose, title, children, footer, form, slim, full, finalFocus } = props
  const { dismissible = true, bodyLabel = text.details } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const inside = (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
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
            {form ? <CheckedForm {...form}>{inside}</CheckedForm> : inside}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
