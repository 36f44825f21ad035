import { Popover } from '@base-ui/react/popover'
import { useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { TextField } from '../form/text-field.tsx'
import { text } from '../text.ts'

type LinkToolProps = {
  /** The address of the link at the cursor. */
  href: string | undefined
  onSet: (href: string) => void
  onRemove: () => void
  /** Returns the element with the editor's text, which gets the focus after a link is set or removed. */
  field: () => HTMLElement | undefined
}

/** The link button of the editor with its address field. */
export function LinkTool({ href, onSet, onRemove, field }: LinkToolProps) {
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const done = useRef(false)

  function show(next: boolean) {
    // Focusing the text closes the field a second time, which must not move the focus back to the button.
    if (next) done.current = false
    setOpen(next)
    setTyped(href ?? '')
    setError(undefined)
  }

  /** Closes the field and focuses the text. */
  function finish(change: () => void) {
    done.current = true
    setOpen(false)
    change()
  }

  function set() {
    const address = linkAddress(typed)
    if (address) finish(() => onSet(address))
    else setError(text.rich.linkWrong)
  }

  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Trigger
        render={<Button variant="soft" sq icon="link" label={text.rich.link} aria-pressed={href !== undefined} />}
      />
      <Popover.Portal>
        <Popover.Positioner className="at-pop" align="start" sideOffset={8} collisionPadding={16}>
          <Popover.Popup
            className="panel stack gap-3"
            aria-label={text.rich.link}
            finalFocus={() => (done.current ? (field() ?? false) : true)}
          >
            <TextField
              label={text.rich.linkAddress}
              inputMode="url"
              autoCapitalize="none"
              autoComplete="off"
              placeholder="https://"
              value={typed}
              error={error}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                // Enter in this field must not send the form that contains the editor.
                event.preventDefault()
                set()
              }}
            />
            <div className="row">
              <Button onClick={set}>{text.rich.linkSet}</Button>
              {href !== undefined && (
                <Button variant="text" onClick={() => finish(onRemove)}>
                  {text.rich.linkRemove}
                </Button>
              )}
            </div>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/**
 * Returns the address of a typed link (http, https, mailto or tel), with its scheme added if it is missing. Returns
 * undefined for anything else. A telephone number without its scheme must begin with a plus sign.
 */
export function linkAddress(typed: string): string | undefined {
  const address = typed.trim()
  const phone = /^(?:tel:)?(\+?[\d\s().-]+)$/i.exec(address)?.[1]?.replace(/[^+\d]/g, '')
  if (phone && phone.length > 4 && /^(?:tel:|\+)/i.test(address)) return `tel:${phone}`
  // A browser would take a bare number for an IP address.
  if (address === '' || /\s/.test(address) || /^\d+$/.test(address)) return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d)/i.exec(address)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return /^mailto:[^@]+@[^@]+$/i.test(address) ? address : undefined
  if (!scheme && /^[^@/]+@[^@/]+\.[^@/]+$/.test(address)) return `mailto:${address}`
  if (scheme && scheme !== 'http' && scheme !== 'https') return undefined
  const url = URL.parse(scheme ? address : `https://${address}`)
  return url && (url.hostname.includes('.') || url.hostname === 'localhost') ? url.href : undefined
}
