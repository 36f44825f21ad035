import { Readable } from 'node:stream'

const blockLength = 64 * 1024

/** An answer that is made while it is sent, in blocks; a reader who goes away ends it. */
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

/** The lines as a CSV with a mark of UTF-8, which spreadsheets need. */
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

/** A zip that is made while it is sent; a reader who goes away ends it. */
export function zipAnswer(body: ReadableStream<Uint8Array>, name: string): Response {
  return new Response(cancelable(body), {
    headers: { 'cache-control': 'private, no-cache', 'content-type': 'application/zip', ...attachment(name) },
  })
}

/** The zip writer answers a reader who goes away with an error; to us that is no error. */
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

function attachment(name: string) {
  return { 'content-disposition': `attachment; filename="${name}"` }
}
