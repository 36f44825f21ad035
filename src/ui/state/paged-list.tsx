import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { LoadMore } from './load-more.tsx'

/** How far a list is that is read page by page: what TanStack Query's infinite queries tell. */
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
  loading: ReactNode
  /** What could not be loaded, as a title. */
  failed: string
  /** In place of the items while there are none. */
  none: ReactNode
  /** The items; null or false when there are none. */
  children: ReactNode
}

/** Every state of a list: loading, failed with Retry, empty, the items, and the way to more of them. */
export function PagedList({ list, loading, failed, none, children }: PagedListProps) {
  const further = list.isFetchNextPageError
  const error = list.isError && (
    <ErrorState
      title={failed}
      onRetry={() => (further ? list.fetchNextPage() : list.refetch())}
      busy={further ? list.isFetchingNextPage : list.isFetching}
    >
      {list.error?.message}
    </ErrorState>
  )
  return (
    <>
      {list.isPending && loading}
      {!further && error}
      {list.isSuccess && !children && none}
      {children}
      {further ? (
        error
      ) : (
        <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
      )}
    </>
  )
}
