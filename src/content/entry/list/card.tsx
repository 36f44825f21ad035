import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Kind } from '#content/kind.ts'
import { KindLabel } from '#ui/list/labels.tsx'
import { kindName } from '../kind-names.ts'
import type { Entry } from '../schema.ts'
import { LabelMarks } from '../visibility/labels.tsx'
import { StateMark } from '../visibility/state-mark.tsx'
import { WarningPlate } from '../visibility/warning.tsx'

type EntryCardProps = {
  entry: Pick<Entry, 'id' | 'state' | 'visibility' | 'groups' | 'labels' | 'deceased'>
  kind: Pick<Kind, 'type' | 'page' | 'look' | 'changedInPlace'>
  /** Shown instead of the name of its type: that of a part of it, or an element. */
  label?: ReactNode
  title: string
  level?: 2 | 3 | undefined
  /** A `.pic` or a player. A warning replaces it if the entry shows someone who has died. */
  picture: ReactNode
  children?: ReactNode
  tags?: ReactNode
  byline?: ReactNode
  /** Shown beside the byline: likes, a price, one button. */
  action?: ReactNode
}

/**
 * An entry as a card, always in this order: picture, kind, title, text, marks, tags, byline, action. It leads to where
 * members read it, in the dashboard or on its public page, and is an item of a `<ul>` on public pages.
 */
export function EntryCard({
  entry,
  kind,
  label = kindName(kind.type),
  title,
  level = 2,
  picture,
  children,
  ...foot
}: EntryCardProps) {
  const { tags, byline, action } = foot
  const inDashboard = kind.changedInPlace
  const Heading = `h${level}` as const
  const page = `${kind.page}/${entry.id}`
  const content = (
    <>
      {entry.deceased ? <WarningPlate /> : picture}
      <div className="in stack gap-3">
        <p>
          {typeof label === 'string' ? <KindLabel {...kind.look} label={label} /> : label}{' '}
          <StateMark entry={entry} unless={inDashboard && 'members'} />
        </p>
        <Heading className="t2">
          {inDashboard ? <Link to={`/dashboard${page}`}>{title}</Link> : <a href={page}>{title}</a>}
        </Heading>
        {children}
        <LabelMarks entry={entry} />
        {tags}
        {(byline || action) && (
          <div className="row split foot-row">
            {byline}
            {action}
          </div>
        )}
      </div>
    </>
  )
  return inDashboard ? <article className="card">{content}</article> : <li className="card">{content}</li>
}
