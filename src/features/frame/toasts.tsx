import { type ComponentType, useEffect, useState } from 'react'
import { atFirstPress } from '#ui/state/lazy.ts'
import { carryOver, type Toast, useToasts } from '#web/toasts.ts'

type Shown = ComponentType<{ list: readonly Toast[] }>

/**
 * Shows the toasts. Every page that can show toasts renders this component once. Their code loads at the first press,
 * because screen readers announce only what comes into a region that is there already.
 */
export function Toasts() {
  const list = useToasts()
  const [Shown, setShown] = useState<Shown>()
  useEffect(carryOver, [])
  useEffect(() => {
    if (Shown) return
    const load = () => import('./shown-toasts.tsx').then(({ ShownToasts }) => setShown(() => ShownToasts))
    // What didn't load is asked for again with the next toast.
    if (list.length > 0) load().catch(() => {})
    return atFirstPress(load)
  }, [Shown, list])
  return Shown && <Shown list={list} />
}
