import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { Hono } from 'hono'
import type { Viewer } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { fileHeaders, isFresh, quoted, rangeOf } from './answer.ts'
import { arrive, requireSigned } from './arrive.ts'
import { addressOf, findServed } from './queries.ts'
import type { ResumableDeps, resumable } from './resumable.ts'
import { uploadParts } from './upload.ts'

type Deps = ResumableDeps & {
  /** By bearer or cookie. */
  viewerOf(request: Request): Promise<Viewer | null>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Bytes in and out: `PUT /uploads/:id`, `/uploads/tus/:id` in pieces, `GET /files/:id` (`?download`), `GET /files/:id/:variant`. Refusals are thrown. */
export function filesApp(deps: Deps): Hono {
  const { db, storage, viewerOf } = deps
  const app = new Hono()

  app.put('/uploads/:id', async (c) => {
    const id = c.req.param('id')
    requireSigned(deps, id, uploadParts(id), c.req.query())
    const { size, contentType, sha256 } = await arrive(deps, id, {
      body: () => (c.req.raw.body ? Readable.fromWeb(c.req.raw.body as ReadableStream) : Readable.from([])),
      announced: announcedLength(c.req.raw.headers),
    })
    return c.json({ fileUrl: addressOf(id), size, contentType, sha256 })
  })
  let inPieces: Promise<ReturnType<typeof resumable>> | undefined
  app.on(['GET', 'PATCH', 'DELETE', 'OPTIONS'], '/uploads/tus/:id', async (c) => {
    // The tus server weighs tens of megabytes of memory: only a site that is sent files in pieces pays for it.
    inPieces ??= import('./resumable.ts').then(({ resumable }) => resumable(deps))
    return (await inPieces)(c)
  })

  async function serve(request: Request, id: string, variant?: string): Promise<Response> {
    const download = new URL(request.url).searchParams.has('download')
    const file = uuid.test(id) ? await findServed(db, await viewerOf(request), id, variant, download) : undefined
    if (!file) throw new NotFound()
    if (file === 'soon') return new Response(null, { status: 202, headers: notYet })
    // Who reads the entry knows that it is there; a browser would complain of a 404 in their console.
    if (file === 'never') return new Response(null, { status: 204, headers: notYet })
    const headers = fileHeaders(file, download)
    if (isFresh(request.headers.get('if-none-match'), file.tag)) return new Response(null, { status: 304, headers })
    const ifRange = request.headers.get('if-range')
    const whole = request.method === 'HEAD' || (ifRange !== null && ifRange.trim() !== quoted(file.tag))
    const range = whole ? 'all' : rangeOf(request.headers.get('range'), file.size)
    if (range === 'outside') {
      headers.set('content-range', `bytes */${file.size}`)
      return new Response(null, { status: 416, headers })
    }
    const part = range === 'all' ? undefined : range
    headers.set('content-length', String(part ? part.end - part.start + 1 : file.size))
    if (part) headers.set('content-range', `bytes ${part.start}-${part.end}/${file.size}`)
    // A HEAD opens nothing; a reader who goes away ends the stream, and with it the file.
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

/** Content-Length, or undefined for a body sent in chunks. */
function announcedLength(headers: Headers): number | undefined {
  const header = headers.get('content-length')
  return header === null || headers.has('transfer-encoding') ? undefined : Number(header)
}
