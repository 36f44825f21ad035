import type { ComponentType, ReactNode } from 'react'
import { type LateFailure, useLate } from './late.ts'
import { ErrorState } from './state/error-state.tsx'
import { Skeleton } from './state/skeleton.tsx'
import { text } from './text.ts'

type LatePartProps<Props> = {
  load: () => Promise<ComponentType<Props>>
  /** What the part is given. */
  given: Props
  /** What stands there until it has come. */
  waiting?: ReactNode
  /** What is said where it does not come. */
  title?: string
  hint?: string
}

/** A component that is loaded when it is first shown. */
export function LatePart<Props extends object>({ load, given, waiting, title, hint }: LatePartProps<Props>) {
  const { part: Part, failed, retry } = useLate(load)
  if (Part) return <Part {...given} />
  if (failed)
    return (
      <LateFailed why={failed} onRetry={retry} title={title ?? text.late.failed}>
        {hint}
      </LateFailed>
    )
  return waiting === undefined ? <Skeleton shape="list" count={3} /> : waiting
}

type LateFailedProps = { why: LateFailure; title: string; onRetry: () => void; children?: ReactNode }

/** Stands where a late part did not come. Who is writing decides when the page is loaded anew. */
export function LateFailed({ why, title, onRetry, children }: LateFailedProps) {
  const renewed = why === 'renewed'
  return (
    <ErrorState
      title={renewed ? text.late.renewed : title}
      onRetry={onRetry}
      retry={renewed ? text.late.reload : undefined}
    >
      {renewed ? text.late.renewedHint : children}
    </ErrorState>
  )
}
