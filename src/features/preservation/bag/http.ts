import { makeZip } from 'client-zip'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { audit } from '#core/audit.ts'
import type { Limits, Site, Viewer } from '#core/context.ts'
import { inTurn, zipAnswer } from '#core/download.ts'
import { Unauthorized } from '#core/errors.ts'
import { authorize, requireRecentSignIn } from '#core/permission.ts'
import type { Storage } from '#core/storage.ts'
import { archiveBag } from './contents.ts'
import { safeName } from './write.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  site: Site
  limits: Limits
  /** Accepts a bearer token or a cookie, because the page offers the download as a plain link. */
  viewerOf(request: Request): Promise<Viewer | null>
}

/**
 * Serves `GET /export/archive.zip` (`?section=`), a bag of everything that lists show the keeper. The bag is created
 * while it is sent.
 */
export function bagApp({ db, storage, site, limits, viewerOf }: Deps): Hono {
  const app = new Hono()
  app.get('/export/archive.zip', async (c) => {
    const viewer = await viewerOf(c.req.raw)
    authorize(viewer, 'keeper')
    // Without a viewer the bag would contain everything.
    if (!viewer) throw new Unauthorized()
    // The page asks for confirmation; the download may begin a little later.
    requireRecentSignIn(viewer, 60)
    await limits.take('write', viewer.id)
    await audit({ db, viewer }, 'archive:export', null, { section: c.req.query('section') ?? 'all' })
    const top = `${safeName(site.name)}-${new Date().toISOString().slice(0, 10)}`
    const scope = { viewer, section: c.req.query('section') || undefined }
    return inTurn(viewer.id, c.req.raw, () =>
      zipAnswer(makeZip(archiveBag({ db, storage, site }, scope, top)), `${top}.zip`),
    )
  })
  return app
}
