import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'

/** A failed part of the page. With `onRetry` it has a button, labelled Retry or as `retry` says. */
export function ErrorState({ title, children, onRetry, retry, busy }: ErrorStateProps) {
  return (
    <div className="note bad" role="alert">
      <Icon name="alert" />
      <div className="grow">
        <p className="strong">{title}</p>
        {children && <p className="small">{children}</p>}
      </div>
      {onRetry && (
        <Button variant="line" icon="retry" onClick={onRetry} busy={busy}>
          {retry ?? text.retry}
        </Button>
      )}
    </div>
  )
}

export type ErrorStateProps = {
  title: ReactNode
  children?: ReactNode
  onRetry?: () => void
  retry?: string | undefined
  busy?: boolean
}
