import { type Query, type UseQueryOptions, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallOptions } from '#core/operation.ts'

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/**
 * Fetches one answer of the API.
 * @param read requests the answer; it is aborted when the last component that uses the answer unmounts
 */
export function useAnswer<T>(queryKey: unknown[], read: (options: CallOptions) => Promise<T>, options?: Options<T>) {
  return useQuery({ queryKey, queryFn: ({ signal }) => read({ signal }), ...options })
}

/** Matches requests for a first answer. Failed ones don't count, so that nothing waits for the attempts after them. */
const firstAnswers = {
  predicate: ({ state }: Query) => state.status === 'pending' && state.fetchFailureCount === 0,
}

/**
 * Returns whether the parts of the page have their first answers, so that it can show them at once. If they appeared
 * one by one, each would move those below it. Without signal, nothing is waited for.
 */
export function useSettled(): boolean {
  const queryClient = useQueryClient()
  const [isSettled, setSettled] = useState(false)
  const loading = useIsFetching(firstAnswers)
  // By the time of this effect, all parts have sent their requests.
  useEffect(() => {
    if (loading === 0 && queryClient.isFetching(firstAnswers) === 0) setSettled(true)
  }, [loading, queryClient])
  return isSettled
}
