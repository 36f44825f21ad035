import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import type { Site, Tokens, Viewer } from '#core/context.ts'
import { Conflict, Forbidden, Invalid, NotFound, TooLarge } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { fileHeaders, isFresh, quoted, rangeOf } from './answer.ts'
import { storedAs } from './claim.ts'
import { noteIngestion } from './events.ts'
import { addressOf, findServed, isWithdrawn } from './queries.ts'
import { receive, tooLargeText } from './receive.ts'
import { refusals } from './refusals.ts'
import { files } from './table.ts'
import { incomingKey, originalKey, uploadParts } from './upload.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  tokens: Pick<Tokens, 'verifyAddress'>
  site: Pick<Site, 'maxUploadBytes'>
  /** By bearer or cookie. */
  viewerOf(request: Request): Promise<Viewer | null>
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Bytes in and out: `PUT /uploads/:id`, `GET /files/:id` (`?download`), `GET /files/:id/:variant`. Refusals are thrown. */
export function filesApp({ db, storage, tokens, site, viewerOf }: Deps): Hono {
  const app = new Hono()

  app.put('/uploads/:id', async (c) => {
    const id = c.req.param('id')
    const { expires = '', signature = '' } = c.req.query()
    if (!uuid.test(id) || !tokens.verifyAddress(uploadParts(id), Number(expires), signature))
      throw new Forbidden(refusals.badAddress)
    const announced = announcedLength(c.req.raw.headers)
    const { storageKey, ...expected } = await startTry(id, announced)
    const body = c.req.raw.body ? Readable.fromWeb(c.req.raw.body as ReadableStream) : Readable.from([])
    const received = await receive(storage, storageKey, body, expected).catch((error) => {
      // A later try has taken over and removed what this one had stored.
      throw error instanceof NotFound ? new Conflict(refusals.sentAlready) : error
    })
    if (await isWithdrawn(db, received.sha256)) {
      await storage.remove(storageKey)
      throw new Invalid(refusals.withdrawn)
    }
    const [stored] = await db
      .update(files)
      .set(storedAs(received, storageKey))
      .where(
        and(eq(files.id, id), eq(files.storageKey, storageKey), isNull(files.storedAt), isNotNull(files.uploaderId)),
      )
      .returning()
    if (!stored) {
      await storage.remove(storageKey)
      throw new Conflict(refusals.sentAlready)
    }
    await noteIngestion(db, stored)
    const { size, contentType, sha256 } = received
    return c.json({ fileUrl: addressOf(id), size, contentType, sha256 })
  })

  /** Each try writes under a key of its own, named in the row before the first byte: the latest to begin wins. */
  async function startTry(id: string, announced: number | undefined) {
    const [file] = await db
      .select()
      .from(files)
      .where(and(eq(files.id, id), isNotNull(files.uploaderId)))
    if (!file || file.storageKey === incomingKey(id)) throw new NotFound()
    if (file.storedAt) throw new Conflict(refusals.sentAlready)
    const limit = Math.min(site.maxUploadBytes, file.size ?? site.maxUploadBytes)
    if (announced !== undefined && announced > limit) throw new TooLarge(tooLargeText(limit))
    if (announced !== undefined && file.size !== null && announced < file.size) throw new Invalid(refusals.incomplete)
    const storageKey = originalKey(id)
    const [begun] = await db
      .update(files)
      .set({ storageKey })
      .where(and(eq(files.id, id), isNull(files.storedAt)))
      .returning({ id: files.id })
    if (!begun) throw new Conflict(refusals.sentAlready)
    await storage.remove(file.storageKey)
    return { storageKey, limit, declared: file.contentType, size: file.size ?? announced }
  }

  async function serve(request: Request, id: string, variant?: string): Promise<Response> {
    const download = new URL(request.url).searchParams.has('download')
    const file = uuid.test(id) ? await findServed(db, await viewerOf(request), id, variant, download) : undefined
    if (!file) throw new NotFound()
    if (file === 'soon') return new Response(null, { status: 202, headers: notYet })
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
