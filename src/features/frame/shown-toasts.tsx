import { useEffect, useRef } from 'react'
import { Toaster, toast } from '#ui/overlay/toast.tsx'
import { notify, type Toast } from '#web/toasts.ts'

/** Shows these toasts, and takes those off the list that have gone. */
export function ShownToasts({ list }: { list: readonly Toast[] }) {
  const displayed = useRef<readonly Toast[]>([])
  useEffect(() => {
    for (const { id, type, message, timeout, action } of list)
      if (!displayed.current.some((one) => one.id === id))
        toast[type](message, { id, timeout, action, onGone: () => notify.remove(id) })
    for (const { id } of displayed.current) if (!list.some((one) => one.id === id)) toast.dismiss(id)
    displayed.current = list
  }, [list])
  return <Toaster />
}
