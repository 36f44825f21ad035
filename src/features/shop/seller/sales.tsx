import { BarChart, topOf } from '#ui/data/bar-chart.tsx'
import { dayAndMonth, formatDate, money } from '#ui/data/formats.ts'
import { text } from './text.ts'

type Week = { from: string; amount: number }

/** Formats an amount, without cents if it is whole. */
const formatShort = (amount: number, currency: string) => money(amount, currency).replace(/\.00$/, '')

/** Shows the sales by week as bars, as text for screen readers, and as a table. */
export function Sales({ weeks, currency }: { weeks: Week[]; currency: string }) {
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
          <p className="t3 heavy">{formatShort(sum, currency)}</p>
        </div>
        <p className="small dim">
          {sum === 0 ? words.none : words.now(formatShort(last, currency), formatShort(topOf(bars), currency))}
        </p>
        {first && (
          <BarChart
            label={words.chart(
              formatShort(first.amount, currency),
              formatDate(first.from),
              formatShort(last, currency),
            )}
            bars={bars}
            heads={[words.week, words.amount]}
            format={(amount) => formatShort(amount, currency)}
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
