import type { ReactNode } from 'react'
import { text } from '../text.ts'

export type Bar = { name: string; value: number }
type BarChartProps = {
  /** Describes the chart for screen readers. */
  label: string
  /** The oldest first. The last one is the current period and is highlighted. */
  bars: Bar[]
  heads: [name: string, value: string]
  format(value: number): string
  /** Shown below the bars. */
  children: ReactNode
}

/** A bar chart, with the same values in a table that opens below it. */
export function BarChart({ label, bars, heads, format, children }: BarChartProps) {
  const top = topOf(bars)
  const width = bars.length <= 12 ? 24 : bars.length <= 31 ? 6 : 3
  // The y coordinate of the line's end on a grid of 100; its round cap reaches further up.
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

/** Returns the smallest round number that no bar exceeds: 1, 2, 4, 5 or 10 times a power of ten. */
export function topOf(bars: Bar[]): number {
  const largest = Math.max(1, ...bars.map(({ value }) => value))
  const power = 10 ** Math.floor(Math.log10(largest))
  return power * ([1, 2, 4, 5].find((step) => step * power >= largest) ?? 10)
}
