import { useLate } from '#ui/late.ts'
import { useCountWaiting } from '#web/outbox/count.ts'

const rows = () => import('./waiting-rows.tsx').then((module) => module.WaitingRows)

/** On top of a list: what this member has posted to it and this device has not sent yet. */
export function WaitingPosts({ operation }: { operation: string }) {
  const { part: Rows } = useLate(rows, useCountWaiting() > 0)
  return Rows ? <Rows operation={operation} /> : null
}
