import type { Served } from './queries.ts'

/** Bytes of an answer: all, from start to end inclusive, or a range that lies outside the file. */
export type Range = { start: number; end: number } | 'all' | 'outside'

/** The one range that is asked for; several, or what is no byte range, are answered with all (RFC 9110 §14.2). */
export function rangeOf(header: string | null, size: number): Range {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'all'
  if (first === '') return Number(last) === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'all'
  return start >= size ? 'outside' : { start, end }
}

/** Whether If-None-Match names this tag: then the reader's copy is good. */
export function isFresh(ifNoneMatch: string | null, tag: string): boolean {
  if (ifNoneMatch?.trim() === '*') return true
  const named = ifNoneMatch?.match(/(?:W\/)?"[^"]*"/g) ?? []
  return named.some((one) => one.replace(/^W\//, '') === quoted(tag))
}

/** What every answer of a file carries: nothing in it may run, and only its own reader keeps it. */
export function fileHeaders(file: Served, download: boolean): Headers {
  return new Headers({
    'content-type': file.contentType,
    etag: quoted(file.tag),
    'accept-ranges': 'bytes',
    'cache-control': file.isPublic ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-disposition': disposition(download ? 'attachment' : 'inline', file.name),
  })
}

export function quoted(tag: string): string {
  return `"${tag}"`
}

/** RFC 6266: a plain name for all, and the whole one by RFC 8187. */
function disposition(how: 'attachment' | 'inline', name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/;]/g, '_')
  const whole = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${how}; filename="${plain}"; filename*=UTF-8''${whole}`
}
