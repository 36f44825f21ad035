import { Link } from 'react-router'
import type { z } from 'zod'
import { changePageOf } from '#content/entry/address.ts'
import { kinds } from '#content/kinds.ts'
import { Section } from '#ui/layout/section.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { Sales } from './sales.tsx'
import type { Overview } from './schema.ts'
import { text } from './text.ts'

type OverviewData = z.infer<typeof Overview>

/** Reads the sales, the waiting orders and the products that are nearly sold out, once for all parts that use them. */
export function useOverview() {
  return useAnswer(['selling', 'overview'], (options) => api.selling.overview({}, options), { staleTime: 0 })
}

/** Shows the sales, and the orders that wait for the seller. */
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
    <section aria-labelledby="low">
      <h2 className="t2 head" id="low">
        {words.title}
      </h2>
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
    </section>
  )
}
