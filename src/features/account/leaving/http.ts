import { makeZip } from 'client-zip'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import type { Limits, Site, Viewer } from '#core/context.ts'
import { NotFound, Unauthorized } from '#core/errors.ts'
import type { Storage } from '#core/storage.ts'
import { zipAnswer } from '#features/export/answer.ts'
import {
  accountOf,
  actsOf,
  cartItemsOf,
  consentsOf,
  entriesOf,
  exactPointsOf,
  filesOf,
  groupsOf,
  likesOf,
  ordersOf,
  registrationsOf,
  sellingOf,
  sessionsOf,
  transcriptsOf,
} from './queries.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  site: Site
  limits: Limits
  /** By bearer alone. */
  bearerOf(request: Request): Promise<Viewer | null>
  /** By bearer or cookie: the download is a file, so a plain link may lead to it. */
  viewerOf(request: Request): Promise<Viewer | null>
  /** An entry as its own operation answers it; undefined when its type has none. */
  readEntry(c: HonoContext, viewer: Viewer, type: string, id: string): Promise<unknown>
}

/** `GET /auth/account/export`: all that the member gave, as a zip of JSON and files that is made while it is sent. */
export function exportApp(deps: Deps): Hono {
  const app = new Hono()
  app.get('/api/auth/account/export', async (c) => answer(c, await deps.bearerOf(c.req.raw)))
  app.get('/auth/account/export', async (c) => answer(c, await deps.viewerOf(c.req.raw)))
  return app

  async function answer(c: HonoContext, viewer: Viewer | null): Promise<Response> {
    if (!viewer) throw new Unauthorized()
    await deps.limits.take('write', viewer.id)
    const zip = zipAnswer(makeZip(everything(c, viewer)), fileName(deps.site.name))
    zip.headers.set('cache-control', 'private, no-store')
    return zip
  }

  async function* everything(c: HonoContext, viewer: Viewer) {
    const { db, storage } = deps
    yield json('account.json', await accountOf(db, viewer.id))
    yield json('sessions.json', await sessionsOf(db, viewer.id))
    yield json('likes.json', await likesOf(db, viewer))
    yield json('registrations.json', await registrationsOf(db, viewer))
    yield json('transcripts.json', await transcriptsOf(db, viewer.id))
    yield json('groups.json', await groupsOf(db, viewer.id))
    yield json('orders.json', await ordersOf(db, viewer.id))
    yield json('cart.json', await cartItemsOf(db, viewer.id))
    yield json('selling.json', await sellingOf(db, viewer.id))
    yield json('consents.json', await consentsOf(db, viewer))
    yield json('exact-points.json', await exactPointsOf(db, viewer.id))
    yield json('history.json', await actsOf(db, viewer.id))
    for await (const entry of entriesOf(db, viewer.id)) {
      const whole = await unlessGone(deps.readEntry(c, viewer, entry.type, entry.id))
      yield json(`entries/${entry.type}/${entry.id}.json`, whole ?? entry)
    }
    for await (const file of filesOf(db, viewer)) {
      const input = await unlessGone(storage.open(file.storageKey))
      const size = file.size === null ? {} : { size: file.size }
      if (input)
        yield {
          name: `files/${file.id}/${safeName(file.name)}`,
          input,
          lastModified: new Date(file.createdAt),
          ...size,
        }
    }
  }
}

/** Undefined for what was removed while the zip was being made. */
function unlessGone<T>(made: Promise<T>): Promise<T | undefined> {
  return made.catch((error) => {
    if (error instanceof NotFound) return undefined
    throw error
  })
}

function json(name: string, value: unknown) {
  return { name, input: `${JSON.stringify(value, null, 2)}\n`, lastModified: new Date() }
}

/** No name of dots alone, which could lead out of the folder that the zip is opened in. */
function safeName(name: string): string {
  return /^\.*$/.test(name) ? 'file' : name
}

function fileName(site: string): string {
  const plain = site.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${plain}-${new Date().toISOString().slice(0, 10)}.zip`
}
