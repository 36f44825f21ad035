import { useLazy } from '#ui/state/lazy.ts'
import { useCountWaiting } from '#web/outbox/count.ts'

const rows = () => import('./waiting-rows.tsx').then((module) => module.WaitingRows)

/** Lists the member's unsent posts on this device, or only those of one operation, above another list. */
export function WaitingPosts({ operation }: { operation?: string }) {
  const { part: Rows } = useLazy(rows, useCountWaiting() > 0)
  return Rows ? <Rows operation={operation} /> : null
}
