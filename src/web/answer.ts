import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { CallOptions } from '#core/operation.ts'

type Options<T> = Omit<UseQueryOptions<T>, 'queryKey' | 'queryFn'>

/**
 * Fetches one answer of the API.
 * @param read requests the answer; it is aborted when the last component that uses the answer unmounts
 */
export function useAnswer<T>(queryKey: unknown[], read: (options: CallOptions) => Promise<T>, options?: Options<T>) {
  return useQuery({ queryKey, queryFn: ({ signal }) => read({ signal }), ...options })
}
