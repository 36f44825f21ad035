import { Hono } from 'hono'
import { languageOf } from '#core/language.ts'
import { languageCookieLine } from './language.ts'

/**
 * `GET /choose-language?to=sw&back=/about`: keeps a guest's choice in a cookie and leads back to the page; works without
 * script. A member's language is a preference, which this does not touch.
 */
export function languageApp(secure: boolean): Hono {
  const app = new Hono()
  app.get('/choose-language', (c) => {
    const to = languageOf(c.req.query('to'))
    c.header('set-cookie', languageCookieLine(to, secure))
    c.header('cache-control', 'private, no-store')
    return c.redirect(withinSite(c.req.query('back'), c.req.url), 303)
  })
  return app
}

/** The path to go back to; what leads to another site leads to this one's first page. */
function withinSite(back: string | undefined, here: string): string {
  if (!back?.startsWith('/') || !URL.canParse(back, here)) return '/'
  const url = new URL(back, here)
  // Dots can leave two slashes in front, which would name another site.
  return url.origin === new URL(here).origin ? url.pathname.replace(/^\/+/, '/') + url.search : '/'
}
