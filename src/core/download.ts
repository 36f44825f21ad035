import { Readable } from 'node:stream'
import { Budget } from './concurrency/budget.ts'

const blockLength = 64 * 1024
/** Time in ms after which a download that nobody reads is ended, to make room for others. */
export const patience = 60_000

export class Stalled extends Error {
  override message = 'The client stopped reading a download.'
}

/** Returns an answer that is streamed in blocks while its content is created. It stops when the client disconnects. */
function streamed(pieces: AsyncIterable<string>, headers: Record<string, string>): Response {
  const body = Readable.toWeb(Readable.from(blocks(pieces), { objectMode: false }))
  return new Response(body as BodyInit, { headers: { 'cache-control': 'private, no-cache', ...headers } })
}

async function* blocks(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let block = ''
  for await (const piece of pieces) {
    block += piece
    if (block.length < blockLength) continue
    yield Buffer.from(block)
    block = ''
  }
  if (block) yield Buffer.from(block)
}

/** Returns an answer with a CSV file. It begins with a byte order mark, which spreadsheets need. */
export function csvAnswer(lines: AsyncIterable<string>, name: string): Response {
  return streamed(marked(lines), { 'content-type': 'text/csv; charset=utf-8', ...attachment(name) })
}

async function* marked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield '\uFEFF'
  yield* lines
}

export function jsonLdAnswer(pieces: AsyncIterable<string>, name: string): Response {
  return streamed(pieces, { 'content-type': 'application/ld+json', ...attachment(name) })
}

/** Returns an answer with a zip that is created while it is sent. It stops when the client disconnects. */
export function zipAnswer(body: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(cancelable(body), {
    headers: { 'cache-control': 'private, no-cache', 'content-type': 'application/zip', ...attachment(name) },
  })
}

/** Returns the same stream, but ignores the error that the zip writer reports when the client disconnects. */
function cancelable(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason).catch(() => {}),
    },
    { highWaterMark: 0 },
  )
}

/** Limits how many exports for single members are created at once, in total and for each member. */
const ownExports = new Budget(4, { share: 1, patienceMs: 2_000 })

/**
 * Returns an answer with an export for one member. Throws Busy if too many exports are being created.
 * @param request a HEAD request creates no export
 */
export async function inTurn(accountId: string, request: Request, make: () => Response): Promise<Response> {
  const leave = await ownExports.take(1, accountId)
  try {
    const { body, headers } = make()
    if (body && request.method !== 'HEAD') return new Response(leaving(body, leave), { headers })
    leave()
    await body?.cancel()
    return new Response(null, { headers })
  } catch (error) {
    leave()
    throw error
  }
}

/** Returns the same stream, but calls `leave` when it ends, fails or is cancelled, or when nobody reads it any more. */
export function leaving(stream: ReadableStream<Uint8Array>, leave: () => void): ReadableStream<Uint8Array> {
  const reader = stream.getReader()
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    leave()
  }
  return new ReadableStream(
    {
      async pull(controller) {
        clearTimeout(timer)
        try {
          const { done, value } = await reader.read()
          if (done) {
            end()
            return controller.close()
          }
          timer = setTimeout(() => {
            end()
            controller.error(new Stalled())
            reader.cancel().catch(() => {})
          }, patience)
          controller.enqueue(value)
        } catch (error) {
          end()
          throw error
        }
      },
      async cancel(reason) {
        end()
        await reader.cancel(reason).catch(() => {})
      },
    },
    { highWaterMark: 0 },
  )
}

function attachment(name: string) {
  return { 'content-disposition': `attachment; filename="${name}"` }
}
