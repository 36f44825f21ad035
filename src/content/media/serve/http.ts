import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Hono } from 'hono'
import type { Viewer } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { isId } from '#core/id.ts'
import { isNamed } from '#core/input/if-none-match.ts'
import { addressOf, findServed } from '../queries.ts'
import { openPieces } from '../receive/pieces.ts'
import { arrive } from '../receive/receive-upload.ts'
import type { ResumableDeps, resumable } from '../receive/resumable.ts'
import { requireSigned, uploadParts } from '../receive/upload-address.ts'
import { fileHeaders, quoted, rangeOf, sendWithoutTags } from './answer.ts'

type Deps = ResumableDeps & {
  workFolder: string
  /** Reads the session from the bearer token or the cookie. */
  viewerOf(request: Request): Promise<Viewer | null>
}

/**
 * Returns the routes for bytes: `PUT /uploads/:id`, `/uploads/tus/:id`, `GET /files/:id` (`?download`) and
 * `GET /files/:id/:variant`. They throw refusals.
 */
export function filesApp(deps: Deps): Hono {
  const { db, storage, viewerOf } = deps
  const app = new Hono()

  app.put('/uploads/:id', async (c) => {
    const id = c.req.param('id')
    requireSigned(deps, id, uploadParts(id), c.req.query())
    const { kind, size, contentType, sha256 } = await arrive(deps, id, {
      body: () => (c.req.raw.body ? Readable.fromWeb(c.req.raw.body as ReadableStream) : Readable.from([])),
      announced: announcedLength(c.req.raw.headers),
    })
    // Pieces of the same file, sent before, are no longer needed.
    await pieces.remove(id)
    return c.json({ fileUrl: addressOf(id), kind, size, contentType, sha256 })
  })
  const pieces = openPieces(deps.piecesFolder, storage)
  let inPieces: Promise<ReturnType<typeof resumable>> | undefined
  app.on(['GET', 'PATCH', 'DELETE', 'OPTIONS'], '/uploads/tus/:id', async (c) => {
    // This is loaded on demand, because the tus server takes tens of megabytes of memory.
    inPieces ??= import('../receive/resumable.ts').then(({ resumable }) => resumable(deps))
    return (await inPieces)(c)
  })

  async function serve(request: Request, id: string, variant?: string): Promise<Response> {
    const download = new URL(request.url).searchParams.has('download')
    const viewer = isId(id) ? await viewerOf(request) : null
    const file = isId(id) ? await findServed(db, viewer, id, variant, download) : undefined
    if (!file) throw new NotFound()
    if (file === 'soon') return new Response(null, { status: 202, headers: notYet })
    // The answer is 204, because browsers would report a 404 in the console of a reader who may see the entry.
    if (file === 'never') return new Response(null, { status: 204, headers: notYet })
    if (file.tagged) return sendWithoutTags(deps, file, { request, viewer, download })
    const headers = fileHeaders(file, download)
    if (isNamed(request.headers.get('if-none-match'), quoted(file.tag)))
      return new Response(null, { status: 304, headers })
    const ifRange = request.headers.get('if-range')
    const ignoresRange = request.method === 'HEAD' || (ifRange !== null && ifRange.trim() !== quoted(file.tag))
    const range = ignoresRange ? 'all' : rangeOf(request.headers.get('range'), file.size)
    if (range === 'outside') {
      headers.set('content-range', `bytes */${file.size}`)
      return new Response(null, { status: 416, headers })
    }
    const part = range === 'all' ? undefined : range
    headers.set('content-length', String(part ? part.end - part.start + 1 : file.size))
    if (part) headers.set('content-range', `bytes ${part.start}-${part.end}/${file.size}`)
    // HEAD opens no file. A reader who leaves ends the stream, which closes the file.
    const body = request.method === 'HEAD' ? null : Readable.toWeb(await storage.open(file.key, part))
    return new Response(body as BodyInit | null, { status: part ? 206 : 200, headers })
  }

  app.get('/files/:id', (c) => serve(c.req.raw, c.req.param('id')))
  app.get('/files/:id/:variant', (c) => serve(c.req.raw, c.req.param('id'), c.req.param('variant')))
  app.get('/files/*', () => {
    throw new NotFound()
  })
  return app
}

const notYet = { 'cache-control': 'private, no-store', 'retry-after': '2' }

/** Returns the Content-Length, or undefined for a chunked body. */
function announcedLength(headers: Headers): number | undefined {
  const header = headers.get('content-length')
  return header === null || headers.has('transfer-encoding') ? undefined : Number(header)
}
