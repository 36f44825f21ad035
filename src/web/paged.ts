import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { CallOptions } from '#core/operation.ts'
import type { Key } from '#core/page.ts'

/** Options of a list that is fetched again whenever it is shown. */
export const fresh = { staleTime: 0 }

/**
 * Fetches a list of the API page by page; `items` are those of all pages fetched so far.
 * @param key begins the key of the stored answer; `query` is the rest
 * @param read requests one page, usually an operation of `api`
 */
export function usePaged<Q extends { lastKey?: unknown }, P extends { items: unknown[]; lastKey: Key | null }>(
  key: unknown[],
  read: (query: Q, options: CallOptions) => Promise<P>,
  query?: Omit<Q, 'lastKey'>,
  options: { staleTime?: number; enabled?: boolean } = {},
) {
  const list = useInfiniteQuery({
    queryKey: query ? [...key, query] : key,
    queryFn: ({ pageParam, signal }) => read({ ...query, ...(pageParam && { lastKey: pageParam }) } as Q, { signal }),
    initialPageParam: null as Key | null,
    getNextPageParam: (page) => page.lastKey,
    ...options,
  })
  return { list, items: list.data?.pages.flatMap((page): P['items'][number][] => page.items) ?? [] }
}

/** Returns the query of the address and a function that changes parts of it in place; an empty value removes a part. */
export function useAddressQuery() {
  const [params, setParams] = useSearchParams()
  function change(changes: Record<string, string | string[]>) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      next.delete(name)
      for (const item of [value].flat()) if (item) next.append(name, item)
    }
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return [params, change] as const
}
