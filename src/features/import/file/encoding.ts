import { isAscii, isUtf8 } from 'node:buffer'
import type { Importable } from '#content/entry/write/importable.ts'
import { csvReader } from '#text/csv.ts'
import { mostTopRows, type Settings, separators } from '../schema.ts'
import { findHead } from './columns.ts'

type Encoding = Settings['encoding']
type Separator = Settings['separator']

const headBytes = 4096
/** Number of characters outside ASCII after which no more are counted. */
const mostCounted = 10_000
/** A file is UTF-8 if it has at least one character of UTF-8 for this number of bytes that are none. */
const mostForeign = 10

/** Marks a letter that was read from a byte that isn't UTF-8. Unicode reserves it, so it occurs in no text. */
export const doubt = '\uFDD0'

/** Detects the encoding and the separator of a file while its bytes stream through. */
export class FileWatch {
  #head = Buffer.alloc(0)
  #rest = Buffer.alloc(0)
  #characters = 0
  #foreign = 0

  see(chunk: Buffer): void {
    if (this.#head.length < headBytes) this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes)])
    const { complete, rest } = splitCharacters(this.#rest, chunk)
    this.#rest = Buffer.from(rest)
    if (isAscii(complete)) return
    const foreign = isUtf8(complete) ? [] : [...foreignBytes(complete)]
    this.#foreign += foreign.length
    if (this.#characters > mostCounted) return
    for (const byte of complete) if (byte >= 0xc0) this.#characters += 1
    for (const at of foreign) if ((complete[at] ?? 0) >= 0xc0) this.#characters -= 1
  }

  get isZip(): boolean {
    return this.#head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
  }

  /** True for files of Excel before 2007. */
  get isOldSpreadsheet(): boolean {
    return this.#head.subarray(0, 4).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  }

  /**
   * Detects the encoding by the byte order mark or by where NULs occur. Without either, it is UTF-8 if the file has
   * characters of UTF-8 and few other bytes beyond ASCII, otherwise windows-1252.
   */
  get encoding(): Encoding {
    const [first, second, third] = this.#head
    if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
    if (first === 0xff && second === 0xfe) return 'utf-16le'
    if (first === 0xfe && second === 0xff) return 'utf-16be'
    const nuls = [0, 0]
    for (const [at, byte] of this.#head.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1
    const threshold = this.#head.length / 5
    if ((nuls[1] ?? 0) > threshold) return 'utf-16le'
    if ((nuls[0] ?? 0) > threshold) return 'utf-16be'
    return this.#foreign + this.#rest.length <= this.#characters * mostForeign ? 'utf-8' : 'windows-1252'
  }

  /**
   * Returns the separator that a first line `sep=;` names, or else the one with which a row names the most columns of
   * the type. If several do, most rows have the same number of cells with the right one.
   */
  separatorFor(type: Pick<Importable, 'columns'>): Separator {
    const text = new TextDecoder(this.encoding).decode(this.#head)
    const named = separators.find((separator) => separator === separatorLine.exec(text)?.[1])
    if (named) return named
    const ranks = separators.map((separator) => ({ separator, ...rankOf(type, text, separator) }))
    ranks.sort((a, b) => b.matches - a.matches || b.rows - a.rows || b.cells - a.cells)
    return ranks[0]?.separator ?? ','
  }
}

/** The line with which Excel is told the separator. */
export const separatorLine = /^\uFEFF?"?sep=(.)/i

function rankOf(type: Pick<Importable, 'columns'>, text: string, separator: Separator) {
  const reader = csvReader(separator)
  const complete = reader.push(text)
  const rows = (complete.length > 0 ? complete : reader.end()).slice(0, mostTopRows).map(({ cells }) => cells)
  const lengths = Map.groupBy(rows, (cells) => cells.length)
  lengths.delete(1)
  const [length, similar] = [...lengths].sort(([, a], [, b]) => b.length - a.length)[0] ?? [1, []]
  return { matches: findHead(type, rows).matches, rows: similar.length, cells: length }
}

/** Decodes a stream and drops its byte order mark. A byte that isn't UTF-8 is read as windows-1252, after `doubt`. */
export async function* decoded(body: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  if (encoding !== 'utf-8') {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
    return
  }
  let rest: Buffer = Buffer.alloc(0)
  let isStart = true
  for await (const chunk of body) {
    const split = splitCharacters(rest, chunk)
    rest = split.rest
    if (split.complete.length === 0) continue
    const text = decodeUtf8(split.complete)
    yield isStart ? text.replace(/^\uFEFF/, '') : text
    isStart = false
  }
  yield decodeUtf8(rest)
}

const latin = new TextDecoder('windows-1252')

function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  let text = ''
  let from = 0
  for (const at of foreignBytes(bytes)) {
    text += `${bytes.toString('utf8', from, at)}${doubt}${latin.decode(bytes.subarray(at, at + 1))}`
    from = at + 1
  }
  return text + bytes.toString('utf8', from)
}

/** Yields the positions of bytes that don't belong to a character of UTF-8. */
function* foreignBytes(bytes: Buffer): Generator<number> {
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes[at] ?? 0)
    const isCharacter = length === 1 || (at + length <= bytes.length && isUtf8(bytes.subarray(at, at + length)))
    if (length > 0 && isCharacter) at += length
    else yield at++
  }
}

/** Returns the number of bytes of the UTF-8 character that begins with this byte; 0 if none does. */
function lengthOf(first: number): number {
  if (first < 0x80) return 1
  return first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0
}

/** Separates the beginning of a character at the end of a chunk, whose other bytes come with the next chunk. */
function splitCharacters(before: Buffer, chunk: Buffer): { complete: Buffer; rest: Buffer } {
  const bytes = before.length > 0 ? Buffer.concat([before, chunk]) : chunk
  let end = bytes.length
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0 && lengthOf(byte) > back) end = bytes.length - back
    if (byte < 0x80 || byte >= 0xc0) break
  }
  return { complete: bytes.subarray(0, end), rest: bytes.subarray(end) }
}
