import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { z } from 'zod'
import { changePageOf } from '#content/entry/address.ts'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { Sales } from './sales.tsx'
import type { Overview } from './schema.ts'
import { text } from './text.ts'

type Seen = z.infer<typeof Overview>

function useOverview() {
  return useQuery({
    queryKey: ['selling', 'overview'],
    queryFn: ({ signal }) => api.selling.overview({}, { signal }),
    staleTime: 0,
  })
}

/** What was sold, and what waits. */
export function SalesAndToDo() {
  const overview = useOverview()
  if (overview.isPending) return <Skeleton columns="g2" label={text.loading} />
  if (overview.isError)
    return (
      <ErrorState title={text.sales.failed} onRetry={() => overview.refetch()} busy={overview.isFetching}>
        {overview.error.message}
      </ErrorState>
    )
  return (
    <div className="grid g75">
      <Sales weeks={overview.data.weeks} currency={overview.data.currency} />
      <ToDo overview={overview.data} />
    </div>
  )
}

function ToDo({ overview: { toConfirm, toCheck, toSend } }: { overview: Seen }) {
  const words = text.todo
  const waiting = [
    [toConfirm, words.confirm(toConfirm)],
    [toCheck, words.check(toCheck)],
    [toSend, words.send(toSend)],
  ] as const
  const left = waiting.filter(([count]) => count > 0)
  return (
    <section className="block acacia stack gap-2" aria-labelledby="todo">
      <h2 className="t1" id="todo">
        {words.title}
      </h2>
      {left.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul className="list">
          {left.map(([count, word]) => (
            <li key={word} className="row baseline">
              <b className="t3 heavy figure">{count}</b>
              {word}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** What runs out, with the way to say that there is more. */
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
              <Link to={changePageOf({ type: 'product', id })}>{name}</Link>
            </span>
            <span className="num">{words.left(stock)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
