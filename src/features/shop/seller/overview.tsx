import { Link } from 'react-router'
import type { z } from 'zod'
import { changePageOf } from '#content/entry/address.ts'
import { kinds } from '#content/kinds.ts'
import { money } from '#text/money.ts'
import { BarChart, topOf } from '#ui/data/bar-chart.tsx'
import { dayAndMonth, formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import type { Overview } from './schema.ts'
import { text } from './text.ts'

type OverviewData = z.infer<typeof Overview>

/** Reads the sales, the waiting orders and the products that are nearly sold out, once for all parts that use them. */
export function useOverview() {
  return useAnswer(['selling', 'overview'], (options) => api.selling.overview({}, options), { staleTime: 0 })
}

export function SalesAndToDo() {
  const overview = useOverview()
  if (!overview.data)
    return (
      <Loaded
        query={overview}
        loading={{ shape: 'cards', columns: 'g2', label: text.loading }}
        failed={text.sales.failed}
      />
    )
  return (
    <div className="grid g75">
      <Sales weeks={overview.data.weeks} currency={overview.data.currency} />
      <ToDo overview={overview.data} />
    </div>
  )
}

function ToDo({ overview: { toConfirm, toCheck, toSend } }: { overview: OverviewData }) {
  const words = text.todo
  const waiting = [
    [toConfirm, words.confirm(toConfirm)],
    [toCheck, words.check(toCheck)],
    [toSend, words.send(toSend)],
  ] as const
  const openTasks = waiting.filter(([count]) => count > 0)
  return (
    <Section id="todo" title={words.title} look="t1" className="block acacia stack gap-2">
      {openTasks.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="list">
          {openTasks.map(([count, word]) => (
            <li key={word} className="row baseline">
              <b className="t3 heavy figure">{count}</b>
              {word}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

/** Lists products that are sold out or nearly so, with links to change their stock. */
export function FewLeft() {
  const words = text.low
  const low = useOverview().data?.low ?? []
  if (low.length === 0) return null
  return (
    <Section id="low" title={words.title} look="t2 head" className="">
      <ul className="list">
        {low.map(({ id, name, stock }) => (
          <li key={id} className="row split">
            <span className="strong break grow">
              <Link to={changePageOf({ ...kinds.product, id })}>{name}</Link>
            </span>
            <span className="num">{words.left(stock)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type Week = { from: string; amount: number }

/** Shows the sales by week as bars, as text for screen readers, and as a table. */
function Sales({ weeks, currency }: { weeks: Week[]; currency: string }) {
  const words = text.sales
  const sum = weeks.reduce((before, { amount }) => before + amount, 0)
  const bars = weeks.map(({ from, amount }, at) => ({
    name: at === weeks.length - 1 ? words.thisWeek : formatDate(from),
    value: amount,
  }))
  const [first] = weeks
  const last = weeks.at(-1)?.amount ?? 0
  return (
    <section className="card" aria-labelledby="sales">
      <div className="in stack gap-2">
        <div className="row split baseline">
          <h2 className="t1" id="sales">
            {words.title}
          </h2>
          <p className="t3 heavy">{money(sum, currency)}</p>
        </div>
        <p className="small dim">
          {sum === 0 ? words.none : words.now(money(last, currency), money(topOf(bars), currency))}
        </p>
        {first && (
          <BarChart
            label={words.chart(money(first.amount, currency), formatDate(first.from), money(last, currency))}
            bars={bars}
            heads={[words.week, words.amount]}
            format={(amount) => money(amount, currency)}
          >
            <div className="weeks dim">
              {weeks.map(({ from }, at) => (
                <span key={from}>
                  {at === weeks.length - 1 ? <b>{words.today}</b> : at % 2 === 0 && <DayOf from={from} />}
                </span>
              ))}
            </div>
          </BarChart>
        )}
      </div>
    </section>
  )
}

function DayOf({ from }: { from: string }) {
  const { day, month } = dayAndMonth(from)
  return (
    <>
      {Number(day)}
      <br />
      {month}
    </>
  )
}
