import { useEffect, useRef } from 'react'
import { Toaster, toast } from '#ui/overlay/toaster.tsx'
import { carryOver, type Notification, notify, useNotifications } from '#web/notifications.ts'

/** Shows the session's notifications as toasts. Every page that can show notifications renders this component once. */
export function Notifications() {
  const list = useNotifications()
  const displayed = useRef<readonly Notification[]>([])
  useEffect(carryOver, [])
  useEffect(() => {
    for (const { id, type, message, timeout, action } of list)
      if (!displayed.current.some((one) => one.id === id))
        toast[type](message, { id, timeout, action, onGone: () => notify.remove(id) })
    for (const { id } of displayed.current) if (!list.some((one) => one.id === id)) toast.dismiss(id)
    displayed.current = list
  }, [list])
  return <Toaster />
}
