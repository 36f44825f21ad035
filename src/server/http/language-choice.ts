import { Hono } from 'hono'
import { type Language, languageOf } from '#text/language.ts'
import { languageCookieLine } from './language.ts'

/**
 * Answers `GET /choose-language?to=sw&back=/about`, which works without JavaScript: stores the choice of this device in
 * a cookie and redirects back. A member's choice also becomes their preference if the browser says that a page of this
 * site led here.
 * @param prefer stores the preference of the session's member
 */
export function languageApp(secure: boolean, prefer: (headers: Headers, to: Language) => Promise<void>): Hono {
  const app = new Hono()
  app.get('/choose-language', async (c) => {
    const to = languageOf(c.req.query('to'))
    if (c.req.header('sec-fetch-site') === 'same-origin') await prefer(c.req.raw.headers, to)
    c.header('set-cookie', languageCookieLine(to, secure))
    c.header('cache-control', 'private, no-store')
    return c.redirect(withinSite(c.req.query('back'), c.req.url), 303)
  })
  return app
}

/** Returns the path to go back to, or `/` if it is missing or would lead to another site. */
function withinSite(back: string | undefined, here: string): string {
  if (!back?.startsWith('/') || !URL.canParse(back, here)) return '/'
  const url = new URL(back, here)
  // Dot segments can leave two slashes in front, which would name another site.
  return url.origin === new URL(here).origin ? url.pathname.replace(/^\/+/, '/') + url.search : '/'
}
