import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { uncut } from '#content/media/receive.ts'
import type { JobContext, Tokens } from '#core/context.ts'
import { Conflict, Forbidden, Invalid, TooLarge } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { FileWatch } from './encoding.ts'
import { importParts } from './operations.ts'
import { findImport, keyOf, setImport } from './queries.ts'
import { refusals } from './refusals.ts'
import { largestFile } from './schema.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  tokens: Pick<Tokens, 'verifyAddress'>
  transaction: JobContext['transaction']
}

/** `PUT /imports/:id/file`: the bytes of a file that is to be imported, at the signed address that its keeper was given. */
export function importApp({ db, storage, tokens, transaction }: Deps): Hono {
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
  return app
}

function tooLarge() {
  return new TooLarge(refusals.tooLarge(largestFile / 1024 / 1024))
}
