import { useInfiniteQuery } from '@tanstack/react-query'
import { pageOf } from '#content/entry/address.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { text } from '../text.ts'
import type { Route } from './+types/history.page.ts'
import { VersionRow } from './version.tsx'

const pageSize = 20

export const meta = titled(() => text.history.title)

export default function HistoryPage({ params: { id } }: Route.ComponentProps) {
  return (
    <Desk title={text.history.title}>
      <Versions id={id} />
    </Desk>
  )
}

/** Lists all versions of an entry, newest first. */
function Versions({ id }: { id: string }) {
  const words = text.history
  const list = useInfiniteQuery({
    queryKey: ['history', id, 'list'],
    queryFn: ({ pageParam, signal }) =>
      api.history.list({ id, limit: pageSize, ...(pageParam && { lastKey: pageParam }) }, { signal }),
    initialPageParam: null as null | { value: number; id: string },
    getNextPageParam: (page) => page.lastKey,
    staleTime: 0,
  })
  const versions = list.data?.pages.flatMap((page) => page.items) ?? []
  const entry = list.data?.pages[0]?.entry
  return (
    <PagedList list={list} loading={{ count: 4, label: text.loading }} failed={words.failed} none={null}>
      {entry && (
        <div className="stack gap-3">
          <h2 className="t2 break">{words.of(entry.title)}</h2>
          <p>{words.lead}</p>
          <ButtonLink variant="line" href={pageOf(entry)}>
            {words.entry}
          </ButtonLink>
          {versions.length === 0 && <EmptyState slim title={words.none} />}
          <ol className="list" aria-label={words.list}>
            {versions.map((version, at) => (
              <VersionRow key={version.number} entry={entry} version={version} newest={at === 0} />
            ))}
          </ol>
        </div>
      )}
    </PagedList>
  )
}
