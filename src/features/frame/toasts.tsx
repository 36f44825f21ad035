import { useEffect, useRef } from 'react'
import { Toaster, toast } from '#ui/overlay/toast.tsx'
import { carryOver, notify, type Toast, useToasts } from '#web/toasts.ts'

/** Shows the toasts. Every page that can show toasts renders this component once. */
export function Toasts() {
  const list = useToasts()
  const displayed = useRef<readonly Toast[]>([])
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
