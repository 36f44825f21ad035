import type { ReactNode } from 'react'

export type CardProps = {
  as?: 'article' | 'li' | 'div'
  /** A `.pic`, flush on top. */
  picture?: ReactNode
  kind?: ReactNode
  /** With its link. */
  title: ReactNode
  level?: 2 | 3
  children?: ReactNode
  tags?: ReactNode
  byline?: ReactNode
  /** Beside the byline: likes, a price, one button. */
  action?: ReactNode
}

/** Any entry in a list of unlike things, always in one order: picture, kind, title, text, tags, byline and action. */
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
