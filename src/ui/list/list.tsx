import { Fragment, type ReactNode } from 'react'

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
