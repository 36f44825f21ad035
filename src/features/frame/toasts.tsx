import { useEffect } from 'react'
import { Toaster } from '#ui/overlay/toast.tsx'
import { carryOver, notify, useToasts } from '#web/toasts.ts'

/** Shows the toasts. Every page that can show toasts renders this component once. */
export function Toasts() {
  const toasts = useToasts()
  useEffect(carryOver, [])
  return <Toaster toasts={toasts} onGone={notify.remove} />
}
