import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { cellsOf, headerOf, type Importable } from '#content/entry/importable.ts'
import { uncut } from '#content/media/receive.ts'
import type { JobContext, Tokens, Viewer } from '#core/context.ts'
import { csvLine } from '#core/csv.ts'
import { Conflict, Forbidden, Invalid, TooLarge } from '#core/errors.ts'
import { authorize } from '#core/permission.ts'
import type { Storage } from '#core/storage.ts'
import { csvAnswer } from '#features/export/answer.ts'
import { FileWatch } from './encoding.ts'
import { importParts } from './operations.ts'
import { findImport, keyOf, readImport, rowsAfter, setImport } from './queries.ts'
import { refusals } from './refusals.ts'
import { largestFile } from './schema.ts'
import { typeOf } from './types.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  tokens: Pick<Tokens, 'verifyAddress'>
  transaction: JobContext['transaction']
  /** By bearer alone. */
  bearerOf(request: Request): Promise<Viewer | null>
}

/**
 * `PUT /imports/:id/file`: the bytes of a file that is to be imported, at the signed address that its keeper was given;
 * `GET /api/imports/:id/problems.csv`: the rows that could not be.
 */
export function importApp({ db, storage, tokens, transaction, bearerOf }: Deps): Hono {
  const app = new Hono()
  app.put('/imports/:id/file', async (c) => {
    const id = c.req.param('id')
    const { expires = '', signature = '' } = c.req.query()
    if (!tokens.verifyAddress(importParts(id), Number(expires), signature)) throw new Forbidden(refusals.badAddress)
    if ((await findImport(db, id))?.stage !== 'waiting') throw new Conflict(refusals.notNow, 'stage')
    const announced = Number(c.req.header('content-length') ?? 0)
    if (announced > largestFile) throw tooLarge()
    const watch = new FileWatch()
    let size = 0
    const body = c.req.raw.body ? Readable.fromWeb(c.req.raw.body as ReadableStream) : Readable.from([])
    await storage.put(keyOf(id), Readable.from(watched(), { objectMode: false }))
    if (size === 0) throw new Invalid(refusals.empty)
    await transaction(async (inside) => {
      const row = await findImport(inside.db, id)
      if (row?.stage !== 'waiting') throw new Conflict(refusals.notNow, 'stage')
      const { encoding, separator } = watch
      const settings = { ...row.settings, encoding, separator }
      await setImport(inside.db, id, { size, stage: 'checking', settings, isZip: watch.isZip })
      await inside.addJob('import:check', { importId: id, version: row.version }, { queue: 'import' })
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
    return csvAnswer(problemLines(db, c.req.param('id'), typeOf(type)), 'problems.csv')
  })
  return app
}

/** Every wrong row as the file has it, after its number and what is wrong. */
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
