import { type ReactNode, useId } from 'react'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { Amounts, BarChart, topOf } from '#ui/data/bar-chart.tsx'
import { dayAndMonth, formatBytes, formatCount, formatDate } from '#ui/data/formats.ts'
import { Choice } from '#ui/form/choice.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useAddressQuery } from '#web/paged.ts'
import { type Figures, type Range, ranges } from './schema.ts'
import { text } from './text.ts'

const defaultRange = 'month'

export const meta = titled(() => text.title)

export default function FiguresPage() {
  return (
    <AdminsOnly title={text.title}>
      <AllFigures />
    </AdminsOnly>
  )
}

function AllFigures() {
  const [params, change] = useAddressQuery()
  const range = ranges.find((one) => one === params.get('range')) ?? defaultRange
  const figures = useAnswer(['figures', range], (options) => api.figures.get({ range }, options), { staleTime: 0 })
  return (
    <>
      <p>{text.lead}</p>
      <div className="row tools noprint">
        <Choice
          label={text.range}
          value={range}
          options={text.ranges}
          onChoose={(value) => change({ range: value === defaultRange ? '' : value })}
        />
      </div>
      <Loaded query={figures} loading={{ count: 6, label: text.loading }} failed={text.failed}>
        {(data) => <Charts figures={data} range={range} />}
      </Loaded>
    </>
  )
}

function Charts({ figures, range }: { figures: Figures; range: Range }) {
  const { visits, members, posts, storage, jobs, mail, errors, slow, from } = figures
  const span = { range, from }
  const count = formatCount
  const queue = text.jobs.note(count(jobs.waiting), count(jobs.running), count(jobs.retrying), count(jobs.failed))
  const mails = text.mail.note(count(mail.failed), count(mail.waiting))
  return (
    <>
      <Chart {...span} {...text.visits} steps={visits.steps}>
        <TopNames head={text.page} rows={visits.most.map(({ name, count: times }) => [name, count(times)])} />
      </Chart>
      <div className="grid g2">
        <Growth {...span} words={text.members} grown={members} />
        <Growth {...span} words={text.posts} grown={posts} />
        <Growth {...span} words={text.storage} grown={storage} format={(bytes) => (bytes ? formatBytes(bytes) : '0')} />
        <Chart {...span} title={text.mail.title} note={mails} steps={mail.steps} />
        <Chart {...span} title={text.jobs.title} note={queue} steps={jobs.steps}>
          <TopNames head={text.job} rows={shares(jobs.most)} />
        </Chart>
        <Chart {...span} {...text.errors} steps={errors.steps}>
          <TopNames head={text.operation} rows={shares(errors.most)} />
        </Chart>
      </div>
      <Chart {...span} {...text.slow} steps={slow.steps}>
        <TopNames head={text.operation} rows={shares(slow.most)} />
      </Chart>
    </>
  )
}

type GrowthProps = {
  range: Range
  from: string[]
  words: { title: string; note(came: string): string }
  grown: Figures['members']
  format?: (value: number) => string
}

/** Shows a total and how much was added to it in the period. */
function Growth({ words, grown: { total, steps }, format = formatCount, ...span }: GrowthProps) {
  const came = words.note(format(sumOf(steps)))
  return <Chart {...span} title={words.title} figure={format(total)} note={came} steps={steps} format={format} />
}

function TopNames({ head, rows }: { head: string; rows: [string, string][] }) {
  return rows.length > 0 && <Amounts heads={[head, text.times]} rows={rows} />
}

function shares(most: Figures['errors']['most']): [string, string][] {
  return most.map(({ name, count, of }) => [name, text.share(formatCount(count), formatCount(of))])
}

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
function Chart({ title, figure, note, range, from, steps, format = formatCount, children }: ChartProps) {
  const heading = useId()
  const bars = steps.map((value, at) => ({ name: formatDate(from[at] ?? ''), value }))
  const [first, last] = [bars[0], bars.at(-1)]
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

function sumOf(steps: number[]): number {
  return steps.reduce((before, value) => before + value, 0)
}
