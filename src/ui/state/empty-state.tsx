import { type ReactNode, useId } from 'react'
import { HillArt } from '../drawing/terraces.tsx'
import { classes } from '../field.ts'

export type EmptyStateProps = {
  title: ReactNode
  /** Says that there is nothing yet, and what the reader can do. */
  children?: ReactNode
  /** Up to three: the first filled, the others `line`. */
  actions?: ReactNode
  /**
   * True if there is nothing to contribute, as in an empty cart. It is then shown without colour, unless it fills the
   * page. The default is true if there are no actions.
   */
  plain?: boolean
  /** True for a smaller heading, in a list within a page. */
  slim?: boolean
  /** True if the page has nothing else, so that its title is the page's heading. */
  fillsPage?: boolean
  /** True below the heading of a section. */
  inSection?: boolean
}

/** An empty list or page, with an invitation to contribute if there is one, and never with sample content. */
export function EmptyState({
  title,
  children,
  actions,
  plain = !actions,
  slim,
  fillsPage,
  inSection,
}: EmptyStateProps) {
  const id = useId()
  const Heading = fillsPage ? 'h1' : inSection ? 'h3' : 'h2'
  const Title = children || actions ? Heading : 'p'
  if (plain && !fillsPage)
    return (
      <section className="card" aria-labelledby={id}>
        <div className="in stack gap-2">
          <Title id={id} className={classes('t1', Title === 'p' && 'strong')}>
            {title}
          </Title>
          {children && <p className="dim">{children}</p>}
          {actions && <p className="row">{actions}</p>}
        </div>
      </section>
    )
  return (
    <section className={classes('talk ochre emptyhill', slim && 'slim')} aria-labelledby={id}>
      <div className="stack">
        <Heading id={id}>{title}</Heading>
        {children && <p className="lead">{children}</p>}
        {actions && <div className="row">{actions}</div>}
      </div>
      {/* After the text, which would move it on a slow line. */}
      <HillArt />
    </section>
  )
}
