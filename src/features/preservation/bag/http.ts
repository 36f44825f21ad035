import { makeZip } from 'client-zip'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import type { Limits, Site, Viewer } from '#core/context.ts'
import { Unauthorized } from '#core/errors.ts'
import { authorize } from '#core/permission.ts'
import type { Storage } from '#core/storage.ts'
import { zipAnswer } from '#features/export/answer.ts'
import { archiveBag } from './contents.ts'
import { safeName } from './write.ts'

type Deps = {
  db: NodePgDatabase
  storage: Storage
  site: Site
  limits: Limits
  /** By bearer or cookie: the download is a file, so a plain link leads to it. */
  viewerOf(request: Request): Promise<Viewer | null>
}

/** `GET /export/archive.zip` (`?section=`): all that the keeper who asks may see, as a bag that is made while it is sent. */
export function bagApp({ db, storage, site, limits, viewerOf }: Deps): Hono {
  const app = new Hono()
  app.get('/export/archive.zip', async (c) => {
    const viewer = await viewerOf(c.req.raw)
    authorize(viewer, 'keeper')
    // Without a viewer a bag would hold all there is.
    if (!viewer) throw new Unauthorized()
    await limits.take('write', viewer.id)
    const top = `${safeName(site.name)}-${new Date().toISOString().slice(0, 10)}`
    const scope = { viewer, section: c.req.query('section') || undefined }
    return zipAnswer(makeZip(archiveBag({ db, storage, site }, scope, top)), `${top}.zip`)
  })
  return app
}
