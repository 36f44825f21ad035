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
  /** The page says nothing else: its title is the page's. */
  whole?: boolean
}

/** A place with nothing in it yet: an invitation to give, never samples. */
export function EmptyState({ title, children, actions, slim, whole }: EmptyStateProps) {
  const id = useId()
  const Heading = whole ? 'h1' : 'h2'
  return (
    <section className={classes('talk ochre emptyhill', slim && 'slim')} aria-labelledby={id}>
      <HillArt />
      <div className="stack">
        <Heading id={id}>{title}</Heading>
        {children && <p className="lead">{children}</p>}
        {actions && <div className="row">{actions}</div>}
      </div>
    </section>
  )
}
