import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'

const icons = { success: 'check', error: 'alert', info: 'bell' } as const

/**
 * A short message about what just happened; `timeout` in ms, or false to stay until it is dismissed. Show errors that
 * require action in the page instead.
 */
export type Toast = {
  id: string
  type: keyof typeof icons
  message: string
  timeout: number | false
  /** One action, which also closes the toast. */
  action?: { label: string; act: () => void } | undefined
}

type ToasterProps = {
  /** The newest comes last. */
  toasts: readonly Toast[]
  /** Called with the id of a toast whose time has passed or that was dismissed. */
  onGone: (id: string) => void
}

/** More would cover the form that they are about. */
const mostShown = 3

/**
 * The place where toasts appear: at the top right, over the header, where they cover none of the page. Alt+T moves the
 * focus to the newest. Render it once.
 */
export function Toaster({ toasts, onGone }: ToasterProps) {
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    const enter = ({ altKey, code }: KeyboardEvent) => {
      if (altKey && code === 'KeyT') region.current?.querySelector('button')?.focus()
    }
    addEventListener('keydown', enter)
    return () => removeEventListener('keydown', enter)
  }, [])
  return (
    <section ref={region} aria-label={text.notifications} aria-live="polite" aria-keyshortcuts="Alt+T">
      <ol className="toasts">
        {toasts.toReversed().map((toast, at) => (
          <Shown key={toast.id} {...toast} isHidden={at >= mostShown} onGone={onGone} />
        ))}
      </ol>
    </section>
  )
}

type ShownProps = Toast & { isHidden: boolean; onGone: ToasterProps['onGone'] }

/** Its time starts again once the person has pointed at it, had the focus in it or looked at another tab. */
function Shown({ id, type, message, timeout, action, isHidden, onGone }: ShownProps) {
  const [isPointed, setPointed] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const isAway = useSyncExternalStore(
    onVisibility,
    () => document.hidden,
    () => false,
  )
  /** The element that had the focus before. */
  const before = useRef<Element>(null)
  const isHeld = timeout === false || isPointed || hasFocus || isAway
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(onGone, timeout, id)
    return () => clearTimeout(timer)
  }, [isHeld, timeout, id, onGone])

  function enter({ currentTarget, relatedTarget }: FocusEvent) {
    setFocus(true)
    if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget
  }
  function dismiss() {
    if (before.current instanceof HTMLElement) before.current.focus()
    onGone(id)
  }
  function act() {
    dismiss()
    action?.act()
  }
  return (
    <li
      className="toast"
      hidden={isHidden}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={enter}
      onBlur={() => setFocus(false)}
    >
      <Icon name={icons[type]} />
      <span>{message}</span>
      {action && (
        <Button variant="line" onClick={act}>
          {action.label}
        </Button>
      )}
      <Button variant="line" sq icon="x" label={text.dismiss} onClick={dismiss} />
    </li>
  )
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
