import { useEffect, useRef } from 'react'
import { Toaster, toast } from '#ui/toaster.tsx'
import { type Notification, notify, takeOver, useNotifications } from '#web/notifications.ts'

/** Shows the session's notifications as toasts; once in each page that has any. */
export function Notifications() {
  const list = useNotifications()
  const shown = useRef<readonly Notification[]>([])
  useEffect(takeOver, [])
  useEffect(() => {
    for (const { id, type, message, timeout, action } of list)
      if (!shown.current.some((one) => one.id === id))
        toast[type](message, { id, timeout, action, onGone: () => notify.remove(id) })
    for (const { id } of shown.current) if (!list.some((one) => one.id === id)) toast.dismiss(id)
    shown.current = list
  }, [list])
  return <Toaster />
}
