import { csvReader } from '#text/csv.ts'
import type { Settings } from './schema.ts'
import { separators } from './schema.ts'

type Encoding = Settings['encoding']
type Separator = Settings['separator']

const headBytes = 4096

/** Detects the encoding and the separator of a file while its bytes stream through. */
export class FileWatch {
  #head = Buffer.alloc(0)
  #strict: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true })

  see(chunk: Buffer): void {
    if (this.#head.length < headBytes) this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes)])
    try {
      this.#strict?.decode(chunk, { stream: true })
    } catch {
      this.#strict = undefined
    }
  }

  get isZip(): boolean {
    return this.#head.subarray(0, 4).equals(Buffer.from('PK\x03\x04'))
  }

  /**
   * Detects the encoding by the byte order mark or by where NULs occur. Without either, it is UTF-8 if the bytes are
   * valid UTF-8, otherwise windows-1252.
   */
  get encoding(): Encoding {
    const [first, second] = this.#head
    if (first === 0xff && second === 0xfe) return 'utf-16le'
    if (first === 0xfe && second === 0xff) return 'utf-16be'
    const nuls = [0, 0]
    for (const [at, byte] of this.#head.entries()) if (byte === 0) nuls[at % 2] = (nuls[at % 2] ?? 0) + 1
    const threshold = this.#head.length / 5
    if ((nuls[1] ?? 0) > threshold) return 'utf-16le'
    if ((nuls[0] ?? 0) > threshold) return 'utf-16be'
    return this.#strict ? 'utf-8' : 'windows-1252'
  }

  /** Returns the separator that gives the first row the most cells. */
  get separator(): Separator {
    const text = new TextDecoder(this.encoding).decode(this.#head)
    const cells = (separator: string) => {
      const reader = csvReader(separator)
      return (reader.push(text)[0] ?? reader.end()[0])?.cells.length ?? 0
    }
    return separators.reduce((best, one) => (cells(one) > cells(best) ? one : best))
  }
}

/** Decodes a stream and drops its byte order mark. Invalid bytes become U+FFFD. */
export async function* decoded(body: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of body) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
