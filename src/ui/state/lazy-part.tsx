import type { ComponentType, ReactNode } from 'react'
import { text } from '../text.ts'
import { ErrorState } from './error-state.tsx'
import { type LazyFailure, useLazy } from './lazy.ts'
import { Skeleton } from './skeleton.tsx'

type LazyPartProps<Props> = {
  load: () => Promise<ComponentType<Props>>
  /** Properties of the part. */
  partProps: Props
  /** Shown until it has loaded. */
  waiting?: ReactNode
  /** Title of the error if it can't be loaded. */
  title?: string
  hint?: string
}

/** A component that is loaded when it is first shown. */
export function LazyPart<Props extends object>({ load, partProps, waiting, title, hint }: LazyPartProps<Props>) {
  const { part: Part, failed, retry } = useLazy(load)
  if (Part) return <Part {...partProps} />
  if (failed)
    return (
      <LazyFailed why={failed} onRetry={retry} title={title ?? text.late.failed}>
        {hint}
      </LazyFailed>
    )
  return waiting === undefined ? <Skeleton shape="list" count={3} /> : waiting
}

type LazyFailedProps = { why: LazyFailure; title: string; onRetry: () => void; children?: ReactNode }

/** Shown if a part could not be loaded. It never reloads the page by itself, because the person may be typing. */
export function LazyFailed({ why, title, onRetry, children }: LazyFailedProps) {
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
