import { makeZip } from 'client-zip'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono, type Context as HonoContext } from 'hono'
import type { PersonalData } from '#accounts/personal-data.ts'
import { factorsOf } from '#accounts/second-factor/factors.ts'
import { audit } from '#core/audit.ts'
import type { Limits, Site, Viewer } from '#core/context.ts'
import { inTurn, zipAnswer } from '#core/download.ts'
import { Unauthorized, unlessGone } from '#core/errors.ts'
import { requireRecentSignIn } from '#core/permission.ts'
import type { Storage } from '#core/storage.ts'
import { accountOf, actsOf, entriesOf, filesOf, sessionsOf } from './queries.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  site: Site
  limits: Limits
  /** The data about members that each feature stores (`src/personal-data.ts`). */
  personalData: PersonalData[]
  /** Reads the session from the bearer token. */
  bearerOf(request: Request): Promise<Viewer | null>
  /**
   * Reads the session from the bearer token or the cookie, because the download can be opened from a plain link, which
   * sends no bearer token.
   */
  viewerOf(request: Request): Promise<Viewer | null>
  /** Returns an entry as its `get` operation does; undefined if its type has none. */
  readEntry(c: HonoContext, viewer: Viewer, type: string, id: string): Promise<unknown>
}

/** Serves `GET /auth/account/export`: the member's data as a zip of JSON and files, created while it is sent. */
export function exportApp(deps: Deps): Hono {
  const app = new Hono()
  app.get('/api/auth/account/export', async (c) => answer(c, await deps.bearerOf(c.req.raw)))
  app.get('/auth/account/export', async (c) => answer(c, await deps.viewerOf(c.req.raw)))
  return app

  async function answer(c: HonoContext, viewer: Viewer | null): Promise<Response> {
    if (!viewer) throw new Unauthorized()
    requireRecentSignIn(viewer)
    await deps.limits.take('write', viewer.id)
    await audit({ db: deps.db, viewer }, 'account:export', viewer.id)
    const zip = await inTurn(viewer.id, c.req.raw, () =>
      zipAnswer(makeZip(everything(c, viewer)), fileName(deps.site.name)),
    )
    zip.headers.set('cache-control', 'private, no-store')
    return zip
  }

  /** Yields the files of the zip. An entry deleted meanwhile has only its row, and a deleted file is left out. */
  async function* everything(c: HonoContext, viewer: Viewer) {
    const { db, storage } = deps
    yield json('account.json', await accountOf(db, viewer.id))
    yield json('sessions.json', await sessionsOf(db, viewer.id))
    yield json('second-factors.json', await factorsOf({ db }, viewer.id))
    for (const { files = {} } of deps.personalData)
      for (const [name, read] of Object.entries(files)) yield json(name, await read(db, viewer))
    yield json('history.json', await actsOf(db, viewer.id))
    for await (const entry of entriesOf(db, viewer.id)) {
      const full = await deps.readEntry(c, viewer, entry.type, entry.id).catch(unlessGone)
      yield json(`entries/${entry.type}/${entry.id}.json`, full ?? entry)
    }
    for await (const file of filesOf(db, viewer)) {
      const input = await storage.open(file.storageKey).catch(unlessGone)
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

function json(name: string, value: unknown) {
  return { name, input: `${JSON.stringify(value, null, 2)}\n`, lastModified: new Date() }
}

/** Replaces empty names, and names of only dots, which could lead out of the folder into which the zip is unpacked. */
function safeName(name: string): string {
  return /^\.*$/.test(name) ? 'file' : name
}

function fileName(site: string): string {
  const plain = site.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${plain}-${new Date().toISOString().slice(0, 10)}.zip`
}
