import { type ReactNode, useId } from 'react'
import { BarChart, topOf } from '#ui/data/bar-chart.tsx'
import { dayAndMonth, formatCount, formatDate } from '#ui/data/formats.ts'
import type { Range } from './schema.ts'
import { text } from './text.ts'

type ChartProps = {
  title: string
  /** The main number, shown beside the title. The default is the sum of all steps. */
  figure?: string
  /** A sentence that explains the number. */
  note: string
  range: Range
  /** The first day and the value of each step. */
  from: string[]
  steps: number[]
  format?: (value: number) => string
  /** Lists of the most frequent names. */
  children?: ReactNode
}

/** A chart of one subject: its main number, its values over time as bars, and the most frequent names. */
export function Chart({ title, figure, note, range, from, steps, format = formatCount, children }: ChartProps) {
  const heading = useId()
  const bars = steps.map((value, at) => ({ name: formatDate(from[at] ?? ''), value }))
  const [first] = bars
  const last = bars.at(-1)
  const peak = bars.reduce((before, bar) => (bar.value > before.value ? bar : before), { name: '', value: 0 })
  return (
    <section className="card" aria-labelledby={heading}>
      <div className="in stack gap-2">
        <div className="row split baseline">
          <h2 className="t1" id={heading}>
            {title}
          </h2>
          <p className="t3 heavy">{figure ?? format(sumOf(steps))}</p>
        </div>
        <p className="small dim">{note}</p>
        {peak.value > 0 && first && last && (
          <BarChart
            label={text.chart(
              title,
              format(first.value),
              first.name,
              format(last.value),
              format(peak.value),
              peak.name,
            )}
            bars={bars}
            heads={[range === 'year' ? text.week : text.day, text.amount]}
            format={format}
          >
            <div className="row split small dim">
              <span>{Object.values(dayAndMonth(from[0] ?? '')).join(' ')}</span>
              <span>{text.top(format(topOf(bars)))}</span>
              <span>{text.now}</span>
            </div>
          </BarChart>
        )}
        {children}
      </div>
    </section>
  )
}

export function sumOf(steps: number[]): number {
  return steps.reduce((before, value) => before + value, 0)
}
