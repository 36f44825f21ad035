import { AsyncLocalStorage } from 'node:async_hooks'
import type { Readable } from 'node:stream'
import { DataStore, Server, Upload } from '@tus/server'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { Conflict, Invalid, NotFound, Refusal } from '#core/errors.ts'
import { files } from '../table.ts'
import { type Checksum, openPieces } from './pieces.ts'
import { keepArrived, metered, reserve } from './quota.ts'
import { type ArriveDeps, arrive } from './receive-upload.ts'
import type { Received } from './store-limited.ts'
import { requireSigned, resumableParts } from './upload-address.ts'

export type ResumableDeps = ArriveDeps & { piecesFolder: string | undefined }

const path = '/uploads/tus'
const algorithms = ['sha1', 'sha256']
/** The header with the file's kind, as detected from its bytes. Only the answer to the last piece has this header. */
const kindHeader = 'upload-kind'
/** Milliseconds to wait for the end of a piece when another request wants to continue the file. */
const lockDrainTimeout = 1_000

/**
 * Serves `/uploads/tus/:id`: uploads in pieces by the tus protocol 1.0, with its extensions checksum and termination.
 * `POST /uploads` has already created the upload. A complete file is handled like one sent in a single request.
 */
export function resumable(deps: ResumableDeps): (c: HonoContext) => Promise<Response> {
  const pieces = openPieces(deps.piecesFolder, deps.storage)
  const announced = new AsyncLocalStorage<Checksum | undefined>()
  const arriving = new Map<string, Promise<Pick<Received, 'kind'>>>()

  function settle(id: string, size: number): Promise<Pick<Received, 'kind'>> {
    const begun = arriving.get(id)
    if (begun) return begun
    const work = take(id, size).finally(() => arriving.delete(id))
    arriving.set(id, work)
    return work
  }

  /** Stores a complete file. A refused one is deleted, because it would be refused again. */
  async function take(id: string, size: number): Promise<Pick<Received, 'kind'>> {
    try {
      const received = await arrive(deps, id, { body: () => pieces.read(id), announced: size, viaBucket: true })
      await pieces.remove(id)
      return received
    } catch (error) {
      if (error instanceof Refusal) {
        await pieces.remove(id)
        await keepArrived(deps.db, id, 0)
      }
      const stored = error instanceof Conflict && (await findStored(id))
      if (stored) return stored
      throw error
    }
  }

  class Uploads extends DataStore {
    override extensions = ['checksum', 'termination']

    override async getUpload(id: string): Promise<Upload> {
      const [row] = await deps.db
        .select()
        .from(files)
        .where(and(eq(files.id, id), isNotNull(files.uploaderId)))
      if (!row || row.size === null) throw new NotFound()
      const size = row.size
      const offset = row.storedAt ? size : await pieces.size(id)
      // The server stopped between the last byte and storing the file, so it is stored now.
      if (!row.storedAt && offset === size) await settle(id, size)
      return new Upload({ id, size, offset })
    }

    override async write(body: Readable, id: string, offset: number): Promise<number> {
      const [row] = await deps.db.select().from(files).where(eq(files.id, id))
      if (!row?.uploaderId || row.size === null) throw new NotFound()
      const upload = { id, accountId: row.uploaderId, bytes: row.size }
      await deps.disk.requireRoom(row.size - offset)
      await reserve(deps.db, deps.site, upload)
      try {
        const chunks = metered(deps, upload, body, offset)
        return await pieces.write(id, offset, chunks, announced.getStore())
      } finally {
        await keepArrived(deps.db, id, await pieces.size(id))
      }
    }

    override async remove(id: string): Promise<void> {
      const { offset, size } = await this.getUpload(id)
      if (offset === size) throw new NotFound()
      await pieces.remove(id)
      await keepArrived(deps.db, id, 0)
    }
  }

  const server = new Server({
    path,
    datastore: new Uploads(),
    maxSize: deps.site.maxUploadBytes,
    lockDrainTimeout,
    allowedOrigins: [],
    getFileIdFromRequest: (request) => new URL(request.url).pathname.slice(path.length + 1),
    async onUploadFinish(_, { id, size = 0 }) {
      const { kind } = await settle(id, size)
      return { headers: { [kindHeader]: kind } }
    },
    // Errors that the protocol doesn't define are answered as everywhere else.
    onResponseError(_, error) {
      if (!('status_code' in error)) throw error
    },
  })

  /** Returns the size and kind of a file that is stored already, or undefined. */
  async function findStored(id: string) {
    const { size, kind } = files
    const stored = and(eq(files.id, id), isNotNull(files.uploaderId), isNotNull(files.storedAt))
    const [row] = await deps.db.select({ size, kind }).from(files).where(stored)
    return row
  }

  return async (c) => {
    const id = c.req.param('id') ?? ''
    const { method } = c.req.raw
    // Hono routes HEAD as GET, but there is nothing to GET.
    if (method === 'GET') throw new NotFound()
    if (method !== 'OPTIONS') requireSigned(deps, id, resumableParts(id), c.req.query())
    const stored = method === 'PATCH' ? await findStored(id) : undefined
    if (stored) {
      // The sender had begun with a single request and did not wait for its answer.
      await c.req.raw.body?.cancel()
      const headers = { 'upload-offset': `${stored.size}`, [kindHeader]: stored.kind, 'tus-resumable': '1.0.0' }
      return new Response(null, { status: 204, headers: { ...headers, 'cache-control': 'no-store' } })
    }
    const answer = await announced.run(checksumOf(c.req.header('upload-checksum')), () => server.handleWeb(c.req.raw))
    answer.headers.set('cache-control', 'no-store')
    if (method === 'OPTIONS') answer.headers.set('tus-checksum-algorithm', algorithms.join(','))
    return answer
  }
}

/** Parses `<algorithm> <base64>`. Throws Invalid for an unsupported algorithm. */
function checksumOf(header: string | undefined): Checksum | undefined {
  if (header === undefined) return undefined
  const [algorithm = '', digest = ''] = header.split(' ')
  if (!algorithms.includes(algorithm)) throw new Invalid()
  return { algorithm, digest: Buffer.from(digest, 'base64') }
}
