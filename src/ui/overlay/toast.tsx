import type { ReactNode } from 'react'
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

/** The place where toasts appear: at the top right, over the header, where they cover none of the page. Render it once. */
export function Toaster() {
  return (
    <div id="toasts">
      <Sonner position="top-right" visibleToasts={3} expand containerAriaLabel={text.notifications} />
    </div>
  )
}
