import { Fragment, type ReactNode } from 'react'
import { classes } from '../field.ts'

/** A column of amounts; the last row is the total. */
export function Sums({ rows }: { rows: readonly { label: ReactNode; amount: string }[] }) {
  return (
    <dl className="sums">
      {rows.map(({ label, amount }, at) => {
        const look = classes(at === rows.length - 1 && 'sum') || undefined
        return (
          <Fragment key={amount + String(at)}>
            <dt className={look}>{label}</dt>
            <dd className={look}>{amount}</dd>
          </Fragment>
        )
      })}
    </dl>
  )
}
