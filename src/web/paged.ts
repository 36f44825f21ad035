import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { CallOptions } from '#core/operation.ts'
import type { Key } from '#core/page.ts'

type Read<T> = (page: { lastKey?: Key }, options: CallOptions) => Promise<{ items: T[]; lastKey: Key | null }>

/**
 * Fetches a list of the API page by page; `items` are those of all pages fetched so far.
 * @param read requests one page
 */
export function usePaged<T>(
  queryKey: unknown[],
  read: Read<T>,
  options: { staleTime?: number; enabled?: boolean } = {},
) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ? { lastKey: pageParam } : {}, { signal }),
    initialPageParam: null as Key | null,
    getNextPageParam: (page) => page.lastKey,
    ...options,
  })
  return { list, items: list.data?.pages.flatMap((page) => page.items) ?? [] }
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
