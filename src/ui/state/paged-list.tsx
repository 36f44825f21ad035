import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { text } from '../text.ts'
import { ErrorState } from './error-state.tsx'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'

/** The state of a paged list: the part of TanStack Query's infinite queries that is needed here. */
type Paging = {
  isPending: boolean
  isSuccess: boolean
  isError: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  isFetchingNextPage: boolean
  hasNextPage: boolean
  error: Error | null
  refetch(): unknown
  fetchNextPage(): unknown
}

type PagedListProps = {
  list: Paging
  /** The skeleton while it loads; a list by default. */
  loading: SkeletonProps
  /** Title of the error if the list can't be loaded. */
  failed: string
  /** Shown instead of the items if there are none. */
  none: ReactNode
  /** The items; null or false if there are none. */
  children: ReactNode
}

/** A list with all its states: loading, failed with Retry, empty, items, and the button for more. */
export function PagedList({ list, loading, failed, none, children }: PagedListProps) {
  const nextPageFailed = list.isFetchNextPageError
  const error = list.isError && (
    <ErrorState
      title={failed}
      onRetry={() => (nextPageFailed ? list.fetchNextPage() : list.refetch())}
      busy={nextPageFailed ? list.isFetchingNextPage : list.isFetching}
    >
      {list.error?.message}
    </ErrorState>
  )
  return (
    <>
      {list.isPending && <Skeleton shape="list" {...loading} />}
      {!nextPageFailed && error}
      {list.isSuccess && !children && none}
      {children}
      {nextPageFailed ? (
        error
      ) : (
        <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
      )}
    </>
  )
}

type PagedRowsProps<Item> = Omit<PagedListProps, 'children'> & {
  items: Item[]
  row: (item: Item) => ReactNode
  /** The class of the list. */
  look?: string
}

/** A `PagedList` with a row for each item. */
export function PagedRows<Item>({ items, row, look = 'list', ...list }: PagedRowsProps<Item>) {
  return <PagedList {...list}>{items.length > 0 && <ul className={look}>{items.map(row)}</ul>}</PagedList>
}

/** The button below a list. Renders nothing at the end (`more` false). */
function LoadMore({ more, busy, onMore }: { more: boolean; busy?: boolean; onMore: () => void }) {
  if (!more) return null
  return (
    <Button variant="line" wide busy={busy} busyText={text.loading} onClick={onMore}>
      {text.loadMore}
    </Button>
  )
}
