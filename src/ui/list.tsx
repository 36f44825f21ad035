import { Fragment, type ReactNode } from 'react'
import { text } from './text.ts'

/** One row of a `<ul className="list">`: a lead (icon, kind), the text, one action at the right. */
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
  /** What stands under the English: the ring and the phonetic form. */
  mark?: ReactNode
  /** The badge's whole sentence is said in each row that is not confirmed. */
  confirmed?: boolean
  action?: ReactNode
}

/** One row of a dictionary; the list is `<ul className="list words">`. */
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

/** What is known, in two columns; rows without a value are left out. */
export function Facts({ rows }: { rows: readonly (readonly [label: string, value: ReactNode])[] }) {
  const known = rows.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <dl className="facts">
      {known.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
