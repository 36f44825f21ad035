import { type ReactNode, useEffect } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Button } from '../button.tsx'
import { Icon, type IconName } from '../drawing/icon.tsx'
import { text } from '../text.ts'

type Action = { label: ReactNode; act: () => void }

/** Options of a toast. `timeout` is in milliseconds; false keeps the toast until it is dismissed. */
type ToastSetting = {
  timeout: number | false
  id?: string
  /** One action, which also closes the toast. */
  action?: Action | undefined
  /** Called when the toast closes, whether after its timeout or because it was dismissed. */
  onGone?: () => void
}

function show(icon: IconName, message: ReactNode, { timeout, id, action, onGone }: ToastSetting) {
  function dismiss(toastId: string | number) {
    sonner.dismiss(toastId)
    onGone?.()
  }
  return sonner.custom((toastId) => <Toast {...{ icon, message, action }} onDismiss={() => dismiss(toastId)} />, {
    id,
    duration: timeout === false ? Number.POSITIVE_INFINITY : timeout,
    onAutoClose: onGone,
    onDismiss: onGone,
  })
}

/** Short messages about what just happened. Show errors that require action in the page instead. */
export const toast = {
  success: (message: ReactNode, setting: ToastSetting) => show('check', message, setting),
  error: (message: ReactNode, setting: ToastSetting) => show('alert', message, setting),
  info: (message: ReactNode, setting: ToastSetting) => show('bell', message, setting),
  dismiss: (id?: string | number) => sonner.dismiss(id),
}

type ToastProps = { icon: IconName; message: ReactNode; action: Action | undefined; onDismiss: () => void }

function Toast({ icon, message, action, onDismiss }: ToastProps) {
  useEffect(revealFocused, [])
  function act() {
    onDismiss()
    action?.act()
  }
  return (
    <div className="toast">
      <Icon name={icon} />
      <span>{message}</span>
      {action && (
        <Button variant="line" onClick={act}>
          {action.label}
        </Button>
      )}
      <Button variant="line" sq icon="x" label={text.dismiss} onClick={onDismiss} />
    </div>
  )
}

/** Scrolls the field in use, the button that has just been pressed, or the entry that is next, below the toasts if they cover it. */
function revealFocused() {
  const focused = document.activeElement
  const toasts = document.querySelector('#toasts [data-sonner-toaster]')?.getBoundingClientRect()
  if (!toasts || !focused?.matches('a, article, button, input, select, textarea, [contenteditable]')) return
  const { top, bottom, right } = focused.getBoundingClientRect()
  if (bottom > toasts.top && top < toasts.bottom && right > toasts.left) focused.scrollIntoView({ block: 'nearest' })
}

/** The place where toasts appear: at the top right, and on phones below the header. Render it once. */
export function Toaster() {
  return (
    <div id="toasts">
      <Sonner position="top-right" visibleToasts={3} expand containerAriaLabel={text.notifications} />
    </div>
  )
}
