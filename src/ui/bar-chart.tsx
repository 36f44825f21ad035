import type { ReactNode } from 'react'
import { text } from './text.ts'

export type Bar = { name: string; value: number }
type BarChartProps = {
  /** All of it in words, for who can't see the bars. */
  label: string
  /** The oldest first; the last one is now, and drawn strong. */
  bars: Bar[]
  /** The heads of the table: what a bar's name is, and what its value. */
  heads: [name: string, value: string]
  format(value: number): string
  /** What stands under the bars. */
  children: ReactNode
}

/** Amounts beside each other as bars, and as a table for who can't see them. */
export function BarChart({ label, bars, heads, format, children }: BarChartProps) {
  const top = topOf(bars)
  const width = bars.length <= 12 ? 24 : bars.length <= 31 ? 6 : 3
  // Where a bar ends on the grid of 100: its round end reaches further up.
  const heightOf = (value: number) => (value === 0 ? 130 : 100 + width / 3 - (value / top) * 99)
  return (
    <>
      <figure>
        <svg
          className="chart"
          viewBox={`0 0 ${10 * bars.length} 100`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          <g stroke="var(--line)" strokeWidth="2">
            {[1, 50, 99].map((y) => (
              <path key={y} d={`M0 ${y}H${10 * bars.length}`} vectorEffect="non-scaling-stroke" />
            ))}
          </g>
          <g fill="none" strokeWidth={width} strokeLinecap="round">
            {bars.map(({ name, value }, at) => (
              <path
                key={name}
                d={`M${5 + 10 * at} 130V${heightOf(value)}`}
                stroke={at === bars.length - 1 ? 'var(--action)' : 'var(--edge)'}
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </g>
        </svg>
        <div aria-hidden="true">{children}</div>
      </figure>
      <details>
        <summary className="btn text flush">{text.readAsTable}</summary>
        <Amounts heads={heads} rows={bars.map(({ name, value }) => [name, format(value)])} />
      </details>
    </>
  )
}

/** A table of two columns: what, and how much. */
export function Amounts({ heads, rows }: { heads: [string, string]; rows: [name: string, value: string][] }) {
  return (
    <table className="small">
      <thead>
        <tr>
          <th scope="col">{heads[0]}</th>
          <th scope="col" className="num">
            {heads[1]}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <td className="break">{name}</td>
            <td className="num">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The next round amount at or above all bars: 1, 2, 4, 5 or 10 times a power of ten. */
export function topOf(bars: Bar[]): number {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const power = 10 ** Math.floor(Math.log10(most))
  return power * ([1, 2, 4, 5].find((step) => step * power >= most) ?? 10)
}
