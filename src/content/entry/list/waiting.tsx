import { useLazy } from '#ui/state/lazy.ts'
import { useCountWaiting } from '#web/outbox/count.ts'

const rows = () => import('./waiting-rows.tsx').then((module) => module.WaitingRows)

/** The member's unsent posts of this device, or those of one operation, shown above a list. */
export function WaitingPosts({ operation }: { operation?: string }) {
  const { part: Rows } = useLazy(rows, useCountWaiting() > 0)
  return Rows ? <Rows operation={operation} /> : null
}
