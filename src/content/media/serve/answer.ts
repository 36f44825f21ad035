import type { Served } from '../queries.ts'

/** The requested bytes: all, from start to end inclusive, or a range outside the file. */
export type Range = { start: number; end: number } | 'all' | 'outside'

/** Returns the requested range. Several ranges, or invalid ones, are answered with all bytes (RFC 9110, 14.2). */
export function rangeOf(header: string | null, size: number): Range {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= size ? 'outside' : { start, end }
}

/** Returns the headers for a file: nothing in it may run, and only the reader's own browser may cache it. */
export function fileHeaders(file: Served, download: boolean): Headers {
  return new Headers({
    'content-type': file.contentType,
    etag: quoted(file.tag),
    'accept-ranges': 'bytes',
    'cache-control': file.isPublic ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': file.isPublic ? 'cross-origin' : 'same-origin',
    'x-content-type-options': 'nosniff',
    'content-disposition': disposition(download ? 'attachment' : 'inline', file.name),
  })
}

export function quoted(tag: string): string {
  return `"${tag}"`
}

/** Formats a file name in ASCII for all clients (RFC 6266), and in full Unicode (RFC 8187). */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/;]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
