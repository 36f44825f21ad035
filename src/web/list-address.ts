import type { Key } from '#core/page.ts'

/** Returns the parameters of a list's address, and from these the search words and the page key. */
export function listQuery(request: Request) {
  const params = new URL(request.url).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 200).toWellFormed()
  return { params, q, lastKey: params.get('lastKey') ?? undefined }
}

/** Returns the address of a list with its query; empty values are left out. */
export function listAddress(path: string, query: Record<string, string>): string {
  const params = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''))
  return params.size ? `${path}?${params}` : path
}

/** Returns the address of the next page, or null at the end. */
export function nextAddress(path: string, query: Record<string, string>, lastKey: Key | null): string | null {
  return lastKey && listAddress(path, { ...query, lastKey: JSON.stringify(lastKey) })
}
