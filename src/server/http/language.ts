import { AsyncLocalStorage } from 'node:async_hooks'
import { Hono } from 'hono'
import { parseAccept } from 'hono/utils/accept'
import { kiswahili } from '#src/kiswahili.ts'
import { refusals } from '#src/refusals.sw.ts'
import { type Language, languageOf, languages, learn, speak } from '#text/language.ts'

const requests = new AsyncLocalStorage<{ language: Language }>()
const cookieName = 'language'
const cookiePattern = new RegExp(`(?:^|; )${cookieName}=(\\w+)`)

/** Returns the language of the current request, or English outside of one (jobs, startup). */
export function requestLanguage(): Language {
  return requests.getStore()?.language ?? 'en'
}

learn({ ...kiswahili, ...refusals })
speak(requestLanguage)

/** Runs `work` as a request in this language, which `answerIn` can change once the viewer is known. */
export function startIn<T>(language: Language, work: () => T): T {
  return requests.run({ language }, work)
}

/** Changes the language of the current request. */
export function answerIn(language: Language): void {
  const request = requests.getStore()
  if (request) request.language = language
}

/** Returns the language that was chosen on this device, from the Cookie header. */
export function chosenLanguage(cookies = ''): Language | null {
  const chosen = cookiePattern.exec(cookies)?.[1]
  return languages.find((one) => one === chosen) ?? null
}

/**
 * Returns the language in which a guest is answered: the one chosen on this device, or the first of the browser's
 * languages that is one of ours, or English.
 */
export function guestLanguage(cookies: string | undefined, acceptLanguage: string | undefined): Language {
  return chosenLanguage(cookies) ?? browserLanguage(acceptLanguage)
}

/** Returns the first of our languages in an Accept-Language header (RFC 9110 §12.5.4), by weight; English if none. */
function browserLanguage(header = ''): Language {
  const preferred = parseAccept(header.slice(0, 200)).map(({ type }) => type.split('-')[0]?.toLowerCase())
  return languageOf(preferred.find((name) => languages.some((one) => one === name)))
}

/** Returns the Set-Cookie line of a choice, stored for a year. */
export function languageCookieLine(language: Language, secure: boolean): string {
  return `${cookieName}=${language}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

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
