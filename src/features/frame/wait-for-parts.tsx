import type { ReactNode } from 'react'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useSettled } from '#web/answer.ts'

/** Shows several parts of a page once all of them have loaded, and a skeleton until then. @param look their class */
export function WaitForParts({ look, children }: { look: string; children: ReactNode }) {
  const isSettled = useSettled()
  return (
    <>
      {!isSettled && <Skeleton shape="list" count={3} />}
      <div className={look} hidden={!isSettled}>
        {children}
      </div>
    </>
  )
}
