import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { cellsOf, headerOf, type Importable } from '#content/entry/write/importable.ts'
import { importables } from '#content/importables.ts'
import { endTry, keepArrived, metered, reserve } from '#content/media/receive/quota.ts'
import { uncut } from '#content/media/receive/store-limited.ts'
import type { JobContext, Site, Tokens, Viewer } from '#core/context.ts'
import type { Disk } from '#core/disk.ts'
import { csvAnswer } from '#core/download.ts'
import { Conflict, Forbidden, Invalid, TooLarge } from '#core/errors.ts'
import { authorize } from '#core/permission.ts'
import type { Storage } from '#core/storage.ts'
import { csvLine } from '#text/csv.ts'
import { FileWatch } from './file/encoding.ts'
import { importJobs } from './job-types.ts'
import { importParts } from './operations.ts'
import { findImport, keyOf, readImport, rowsAfter, setImport } from './queries.ts'
import { refusals } from './refusals.ts'
import { largestFile } from './schema.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  site: Pick<Site, 'quota'>
  disk: Disk
  tokens: Pick<Tokens, 'verifyAddress'>
  transaction: JobContext['transaction']
  /** Accepts only bearer tokens. */
  bearerOf(request: Request): Promise<Viewer | null>
}

/**
 * Serves `PUT /imports/:id/file`, which receives a file at the signed address that the keeper was given, and `GET
 * /api/imports/:id/problems.csv`, which lists the rows that can't be imported.
 */
export function importApp({ db, storage, site, disk, tokens, transaction, bearerOf }: Deps): Hono {
  const app = new Hono()
  app.put('/imports/:id/file', async (c) => {
    const id = c.req.param('id')
    const { expires = '', signature = '' } = c.req.query()
    if (!tokens.verifyAddress(importParts(id), Number(expires), signature)) throw new Forbidden(refusals.badAddress)
    const pending = await findImport(db, id)
    if (pending?.stage !== 'waiting' || !pending.keeperId) throw new Conflict(refusals.notNow, 'stage')
    const contentLength = Number(c.req.header('content-length') ?? 0)
    if (contentLength > largestFile) throw tooLarge()
    const watch = new FileWatch()
    let size = 0
    const body = c.req.raw.body ? Readable.fromWeb(c.req.raw.body as ReadableStream) : Readable.from([])
    const upload = { id, accountId: pending.keeperId, bytes: contentLength }
    await disk.requireRoom(contentLength)
    await reserve(db, site, upload)
    try {
      const chunks = metered({ db, site, disk }, upload, watched())
      await storage.put(keyOf(id), Readable.from(chunks, { objectMode: false }))
      if (size === 0) throw new Invalid(refusals.empty)
      if (watch.isOldSpreadsheet) throw new Invalid(refusals.spreadsheet)
    } catch (error) {
      await endTry(db, id)
      throw error
    }
    await keepArrived(db, id, size)
    await transaction(async (inside) => {
      const row = await findImport(inside.db, id)
      if (row?.stage !== 'waiting') throw new Conflict(refusals.notNow, 'stage')
      const separator = watch.separatorFor(importables[row.type])
      const settings = { ...row.settings, encoding: watch.encoding, separator }
      await setImport(inside.db, id, { size, stage: 'checking', settings, isZip: watch.isZip })
      await importJobs.check.add(inside, { importId: id, version: row.version })
    })
    return c.json({ id, size })

    async function* watched() {
      for await (const chunk of uncut(body)) {
        size += chunk.length
        if (size > largestFile) throw tooLarge()
        watch.see(chunk)
        yield chunk
      }
    }
  })

  app.get('/api/imports/:id/problems.csv', async (c) => {
    const viewer = await bearerOf(c.req.raw)
    authorize(viewer, 'keeper')
    const { type } = await readImport(db, c.req.param('id'))
    return csvAnswer(problemLines(db, c.req.param('id'), importables[type]), 'problems.csv')
  })
  return app
}

/** Yields a header, and every wrong row with its number, its problems and its cells, which may have been shortened. */
async function* problemLines(db: NodePgDatabase, id: string, type: Importable): AsyncGenerator<string> {
  yield csvLine(['row', 'problem', ...type.columns.map(({ name }) => headerOf(name))])
  for (let after = 0; ; ) {
    const rows = await rowsAfter(db, id, 'wrong', after, 500)
    for (const { number, record, problems } of rows) {
      const why = (problems ?? []).map(({ column, message }) => (column ? `${headerOf(column)}: ${message}` : message))
      yield csvLine([String(number), why.join(' '), ...cellsOf(type, record)])
    }
    if (rows.length < 500) return
    after = rows.at(-1)?.number ?? after
  }
}

function tooLarge() {
  return new TooLarge(refusals.tooLarge(largestFile / 1024 / 1024))
}
