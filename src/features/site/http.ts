import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Hono } from 'hono'
import { NotFound } from '#core/errors.ts'
import { readLogo } from './queries.ts'

/** Serves the site's logo to everyone. Its address changes with its bytes, so browsers can cache it permanently. */
export function siteApp({ db }: { db: NodePgDatabase }): Hono {
  const app = new Hono()
  app.get('/site/logo/:file{[0-9a-f]{24}\\.png}', async (c) => {
    const logo = await readLogo(db, c.req.param('file').slice(0, -'.png'.length))
    if (!logo) throw new NotFound()
    return c.body(new Uint8Array(logo), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
  })
  return app
}
