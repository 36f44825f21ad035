import { Fragment, type ReactNode } from 'react'
import { text } from '../text.ts'

/** A row of a `<ul className="list">`: an icon or kind, the text, and one action at the right. */
export function ListRow({ lead, children, action }: { lead?: ReactNode; children: ReactNode; action?: ReactNode }) {
  return (
    <li className="ev middle">
      {lead}
      <div className="grow">{children}</div>
      {action}
    </li>
  )
}

export type EntryRowProps = {
  /** The form with its link. */
  form: ReactNode
  english: ReactNode
  /** Shown below the English: the ring and the phonetic form. */
  mark?: ReactNode
  /** Unless it is true, screen readers also read that the word is from published research and not confirmed yet. */
  confirmed?: boolean
  action?: ReactNode
}

/** A row of a dictionary; the list is `<ul className="list words">`. */
export function EntryRow({ form, english, mark, confirmed, action }: EntryRowProps) {
  return (
    <li className="entry">
      <p>{form}</p>
      <div>
        <p className="strong" lang="en">
          {english}
        </p>
        {mark}
        {!confirmed && <span className="sr">{text.published}.</span>}
      </div>
      {action && <div className="acts">{action}</div>}
    </li>
  )
}

/** Facts in two columns. Rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  const filled = rows.filter(([, value]) => value !== null && value !== undefined && value !== false && value !== '')
  if (filled.length === 0) return null
  return (
    <dl className="facts">
      {filled.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
