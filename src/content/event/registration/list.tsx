import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { LoadMore } from '#ui/state/load-more.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { download } from '#web/download.ts'
import { notify } from '#web/notifications.ts'
import { text } from '../text.ts'

const pageSize = 50

/** Who registered, for the organizer; with the whole list as a file. */
export function RegistrationList({ eventId }: { eventId: string }) {
  const words = text.people
  const list = useInfiniteQuery({
    queryKey: ['event', eventId, 'registrations'],
    queryFn: ({ pageParam, signal }) =>
      api.event.registrations({ id: eventId, limit: pageSize, ...(pageParam && { lastKey: pageParam }) }, { signal }),
    initialPageParam: null as null | { value: string | number; id: string },
    getNextPageParam: (page) => page.lastKey,
  })
  const save = useMutation({
    mutationFn: () => download(`/events/${eventId}/registrations?format=csv`, 'registrations.csv'),
    onError: (error) => notify.error(error.message),
  })
  const people = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className="stack" aria-labelledby="people">
      <div className="row split">
        <h2 id="people" className="t1">
          {words.title}
        </h2>
        {people.length > 0 && (
          <Button variant="line" busy={save.isPending} onClick={() => save.mutate()}>
            {words.download}
          </Button>
        )}
      </div>
      {list.isPending && <Skeleton shape="list" count={2} label={words.loading} />}
      {list.isError && (
        <ErrorState
          title={words.failed}
          onRetry={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          busy={list.isFetching}
        >
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && people.length === 0 && <p className="dim">{words.none}</p>}
      {people.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <section className="scroll-x" tabIndex={0} aria-label={words.title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{words.name}</th>
                <th scope="col">{words.email}</th>
                <th scope="col">{words.phone}</th>
                <th scope="col">{words.state}</th>
              </tr>
            </thead>
            <tbody>
              {people.map(({ id, fullName, email, phone, state }) => (
                <tr key={id}>
                  <td>{fullName}</td>
                  <td>{email}</td>
                  <td>{phone}</td>
                  <td>{words.states[state]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {!list.isError && (
        <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
      )}
    </section>
  )
}
