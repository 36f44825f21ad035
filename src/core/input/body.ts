import { Incomplete, Refusal } from '../errors.ts'
import { refusals } from '../refusals.ts'

/** Maximum time in ms without data, after which the request is refused. */
export const silenceMs = 30_000

export type BodyLimits = {
  /** Maximum number of bytes. */
  max: number
  tooLarge: () => Refusal
  /** Maximum time in ms for the complete body; 60 s by default. */
  wholeMs?: number
  /** Maximum time in ms between two chunks; 30 s by default. */
  silenceMs?: number
}

/**
 * Reads a request body into memory. Throws `tooLarge` beyond `max` bytes, 408 when the sender stalls or takes too long,
 * and Incomplete when the connection breaks.
 */
export async function readBody(request: Request, limits: BodyLimits): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limits.max) throw limits.tooLarge()
  const body = request.body
  if (!body) return Buffer.alloc(0)
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  const end = performance.now() + (limits.wholeMs ?? 60_000)
  let size = 0
  try {
    for (;;) {
      const left = Math.min(limits.silenceMs ?? silenceMs, end - performance.now())
      const { done, value } = await within(reader.read(), left)
      if (done) return Buffer.concat(chunks, size)
      size += value.byteLength
      if (size > limits.max) throw limits.tooLarge()
      chunks.push(value)
    }
  } catch (error) {
    // The rest of the body is not awaited, so that the answer is sent immediately and the connection is closed.
    void reader.cancel().catch(() => {})
    throw error
  }
}

async function within<T>(read: Promise<T>, ms: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Refusal(408, 'silent', refusals.silent)), Math.max(0, ms))
  try {
    return await Promise.race([read.catch(broken), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Reports a broken connection as an error of the client, not as a fault of the server. */
function broken(): never {
  throw new Incomplete(refusals.broken)
}
