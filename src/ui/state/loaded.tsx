import type { ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { Skeleton, type SkeletonProps } from './skeleton.tsx'

/** The state of a request: the part of TanStack Query's queries that is needed here. */
type Query<T> = {
  data: T | undefined
  error: (Error & { status?: number }) | null
  isPending: boolean
  isError: boolean
  isFetching: boolean
  refetch(): unknown
}

type LoadedProps<T> = {
  query: Query<T>
  /** The skeleton while it loads; a list by default. */
  loading?: SkeletonProps
  /** Title of the error, which says what couldn't be loaded. */
  failed: ReactNode
  /** Replaces `failed`, without Retry, after a 404. */
  missing?: ReactNode
  children?: (data: T) => ReactNode
}

/** Shows a skeleton while a query loads, an error with Retry if it failed, and its data if there is any. */
export function Loaded<T>({ query, loading, failed, missing, children }: LoadedProps<T>) {
  const { data, error, isPending, isError, isFetching } = query
  const isMissing = missing !== undefined && error?.status === 404
  return (
    <>
      {isPending && <Skeleton shape="list" {...loading} />}
      {isError && isMissing && <ErrorState title={missing} />}
      {isError && !isMissing && (
        <ErrorState title={failed} onRetry={() => query.refetch()} busy={isFetching}>
          {error?.message}
        </ErrorState>
      )}
      {data !== undefined && children?.(data)}
    </>
  )
}
