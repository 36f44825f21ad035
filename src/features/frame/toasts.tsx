import { useEffect } from 'react'
import { useLazy } from '#ui/state/lazy.ts'
import { carryOver, useToasts } from '#web/toasts.ts'

const shown = () => import('./shown-toasts.tsx').then((module) => module.ShownToasts)

/**
 * Shows the toasts. Every page that can show toasts renders this component once. Their code loads once the page is
 * usable, because there may be no signal when the first toast comes.
 */
export function Toasts() {
  const list = useToasts()
  const { part: Shown } = useLazy(shown)
  useEffect(carryOver, [])
  return Shown ? <Shown list={list} /> : null
}
