import type { ReactNode } from 'react'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { text } from './text.ts'

type Action = { label: ReactNode; act: () => void }

/** Milliseconds; false keeps the toast until it is dismissed. */
type ToastSetting = {
  timeout?: number | false
  id?: string
  /** One thing to do about it; it is gone then. */
  action?: Action | undefined
  /** It is gone: its time was over, or it was dismissed. */
  onGone?: () => void
}

const DEFAULT_TIMEOUT = 3000

function show(
  icon: IconName,
  message: ReactNode,
  { timeout = DEFAULT_TIMEOUT, id, action, onGone }: ToastSetting = {},
) {
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

/** Short news of what just happened; an error that needs an answer belongs in the page instead. */
export const toast = {
  success: (message: ReactNode, setting?: ToastSetting) => show('check', message, setting),
  error: (message: ReactNode, setting?: ToastSetting) => show('alert', message, setting),
  info: (message: ReactNode, setting?: ToastSetting) => show('bell', message, setting),
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

/** The place of the toasts, top right below the bar; once in the document. */
export function Toaster() {
  return (
    <div id="toasts">
      <Sonner position="top-right" visibleToasts={3} expand containerAriaLabel={text.notifications} />
    </div>
  )
}
