import { dayAndMonth, formatDate, money } from '#ui/formats.ts'
import { text } from './text.ts'

type Week = { from: string; amount: number }

/** Whole amounts have no cents where only figures are compared. */
const short = (amount: number, currency: string) => money(amount, currency).replace(/\.00$/, '')

/** The sales by week as bars, as words for who can't see them, and as a table. */
export function Sales({ weeks, currency }: { weeks: Week[]; currency: string }) {
  const words = text.sales
  const amounts = weeks.map(({ amount }) => amount)
  const sum = amounts.reduce((before, amount) => before + amount, 0)
  const top = topOf(Math.max(...amounts))
  const [first] = weeks
  const last = amounts.at(-1) ?? 0
  return (
    <section className="card" aria-labelledby="sales">
      <div className="in stack gap-2">
        <div className="row split baseline">
          <h2 className="t1" id="sales">
            {words.title}
          </h2>
          <p className="t3 heavy">{short(sum, currency)}</p>
        </div>
        <p className="small dim">{sum === 0 ? words.none : words.now(short(last, currency), short(top, currency))}</p>
        {first && (
          <figure>
            <svg
              className="chart"
              viewBox="0 0 80 100"
              preserveAspectRatio="none"
              role="img"
              aria-label={words.chart(short(first.amount, currency), formatDate(first.from), short(last, currency))}
            >
              <g stroke="var(--line)" strokeWidth="2">
                {[1, 50, 99].map((y) => (
                  <path key={y} d={`M0 ${y}H80`} vectorEffect="non-scaling-stroke" />
                ))}
              </g>
              <g fill="none" strokeWidth="24" strokeLinecap="round">
                {weeks.map(({ from, amount }, at) => (
                  <path
                    key={from}
                    d={`M${5 + 10 * at} 130V${heightOf(amount, top)}`}
                    stroke={at === weeks.length - 1 ? 'var(--action)' : 'var(--edge)'}
                    vectorEffect="non-scaling-stroke"
                  />
                ))}
              </g>
            </svg>
            <div className="weeks dim" aria-hidden="true">
              {weeks.map(({ from }, at) => (
                <span key={from}>
                  {at === weeks.length - 1 ? <b>{words.today}</b> : at % 2 === 0 && <DayOf from={from} />}
                </span>
              ))}
            </div>
          </figure>
        )}
        <details>
          <summary className="btn text flush">{words.table}</summary>
          <table className="small">
            <thead>
              <tr>
                <th scope="col">{words.week}</th>
                <th scope="col" className="num">
                  {words.amount}
                </th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ from, amount }, at) => (
                <tr key={from}>
                  <td>{at === weeks.length - 1 ? words.thisWeek : formatDate(from)}</td>
                  <td className="num">{short(amount, currency)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
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

/** The next round amount at or above: 1, 2, 4, 5 or 10 times a power of ten, in minor units. */
function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(most, 100)))
  return power * ([1, 2, 4, 5].find((step) => step * power >= most) ?? 10)
}

/** Where a bar ends on the grid of 100; its round end reaches 8 further up. */
function heightOf(amount: number, top: number): number {
  return amount === 0 ? 130 : 108 - (amount / top) * 99
}
