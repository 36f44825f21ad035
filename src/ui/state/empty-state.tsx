import { type ReactNode, useId } from 'react'
import { HillArt } from '../contour.tsx'
import { classes } from '../field.ts'

export type EmptyStateProps = {
  title: ReactNode
  /** Says that there is nothing, and what one can do. */
  children?: ReactNode
  /** Up to three: the first filled, the others `line`. */
  actions?: ReactNode
  /** A lower heading, for a list inside a page. */
  slim?: boolean
}

/** A place with nothing in it yet: an invitation to give, never samples. */
export function EmptyState({ title, children, actions, slim }: EmptyStateProps) {
  const id = useId()
  return (
    <section className={classes('talk ochre emptyhill', slim && 'slim')} aria-labelledby={id}>
      <HillArt />
      <div className="stack">
        <h2 id={id}>{title}</h2>
        {children && <p className="lead">{children}</p>}
        {actions && <div className="row">{actions}</div>}
      </div>
    </section>
  )
}
