import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { Damaged } from './failure.ts'

/** A transform that counts bytes and computes their SHA-256. */
export class Digest extends Transform {
  bytes = 0
  #hash = createHash('sha256')
  sha256 = ''
  #expected: { sha256: string; what: string } | undefined

  /** @param expected the hash that the bytes must have; otherwise the stream fails with Damaged at its end */
  constructor(expected?: { sha256: string; what: string }) {
    super()
    this.#expected = expected
  }

  override _transform(chunk: Buffer, _encoding: string, done: (error: Error | null, chunk: Buffer) => void) {
    this.bytes += chunk.length
    this.#hash.update(chunk)
    done(null, chunk)
  }

  override _flush(done: (error?: Error) => void) {
    this.sha256 = this.#hash.digest('hex')
    const wrong = this.#expected && this.#expected.sha256 !== this.sha256
    done(wrong ? new Damaged(this.#expected?.what ?? '') : undefined)
  }
}
