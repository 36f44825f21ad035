import type { Key } from '#core/page.ts'

/** What the address of a list asks for: the words that are sought, and the key behind which it goes on. */
export function listQuery(request: Request) {
  const params = new URL(request.url).searchParams
  const q = (params.get('q') ?? '').trim().slice(0, 200).toWellFormed()
  return { params, q, lastKey: params.get('lastKey') ?? undefined }
}

/** The address of a list with what it is asked for; what is empty is left out. */
export function listAddress(path: string, asked: Record<string, string>): string {
  const given = new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== ''))
  return given.size ? `${path}?${given}` : path
}

/** Where the same list goes on; null at its end. */
export function nextAddress(path: string, asked: Record<string, string>, lastKey: Key | null): string | null {
  return lastKey && listAddress(path, { ...asked, lastKey: JSON.stringify(lastKey) })
}
