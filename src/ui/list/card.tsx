import type { ReactNode } from 'react'

export type CardProps = {
  as?: 'article' | 'li' | 'div'
  /** A `.pic` at the top. */
  picture?: ReactNode
  kind?: ReactNode
  /** The title with its link. */
  title: ReactNode
  level?: 2 | 3
  children?: ReactNode
  tags?: ReactNode
  byline?: ReactNode
  /** Shown beside the byline: likes, a price, one button. */
  action?: ReactNode
}

/** An entry in a mixed list, always in this order: picture, kind, title, text, tags, byline, action. */
export function Card({
  as: Element = 'article',
  picture,
  kind,
  title,
  level = 3,
  children,
  tags,
  byline,
  action,
}: CardProps) {
  const Heading = `h${level}` as const
  return (
    <Element className="card">
      {picture}
      <div className="in stack gap-3">
        {kind && <p>{kind}</p>}
        <Heading className="t2">{title}</Heading>
        {children}
        {tags}
        {(byline || action) && (
          <div className="row split foot-row">
            {byline}
            {action}
          </div>
        )}
      </div>
    </Element>
  )
}
