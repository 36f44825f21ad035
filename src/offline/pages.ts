import { unescapeHtml } from '#text/escape.ts'
import { belongTo } from './account.ts'
import { keepWithAssets } from './assets.ts'
import { putBounded, storedAt } from './bounded-cache.ts'
import { cacheOf, dropAccounts } from './cache-names.ts'
import { learnClock, present, readDevice } from './device.ts'
import { isLeased } from './lease.ts'
import { marked } from './notice.ts'
import { isForeign } from './site-answer.ts'
import { dashboardPages, formPages } from './token.ts'

/** Name of the header with the account that a page was made for. Guests' pages have none. */
const reader = 'x-reader'
const title = 'x-title'
const bounds = { entries: 200, bytes: 12 * 1024 * 1024 }
/** Status codes after which a page must not be shown any more. */
const removedStatuses = [401, 403, 404, 410]
/** Paths that need the network: forms with secrets, changing content, and addresses that aren't pages. */
const never =
  /^\/(api|login|register|forgot-password|reset-password|verify-email|cancel-email|cancel-registration|undo-factor|unsubscribe|asked|search|choose-language|offline)(\/|$)/

export function isKept(url: URL): boolean {
  return !never.test(url.pathname) && !url.searchParams.has('q') && !url.pathname.endsWith('.data')
}

/**
 * Handles the answer for a page: stores it, or deletes a copy that must not be shown any more. Ignores answers that the
 * site did not give.
 */
export async function take(address: string, answer: Response): Promise<void> {
  if (isForeign(answer)) return
  const url = new URL(address)
  url.hash = ''
  await learnClock(Date.parse(answer.headers.get('date') ?? ''))
  if (removedStatuses.includes(answer.status)) return drop(url.href)
  const html = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.status !== 200 || answer.redirected || !html || !isKept(url)) return
  const owner = answer.headers.get(reader)
  const { account } = await readDevice()
  // The server no longer recognizes this account, so its stored data is deleted.
  if (owner === null && account) {
    await belongTo(null)
  }
  if (owner !== null && owner !== account?.id) return
  const text = await answer.text()
  const headers = new Headers(answer.headers)
  headers.set(title, encodeURIComponent(titleOf(text) ?? url.pathname))
  const { status } = answer
  const put = () => putBounded(cacheOf('pages', owner), url.href, new Response(text, { status, headers }), bounds)
  await keepWithAssets(text, put)
  // The account may have logged out in the meantime.
  if (owner !== null && (await readDevice()).account?.id !== owner) await dropAccounts()
}

async function drop(url: string): Promise<void> {
  for (const name of await caches.keys())
    if (name.endsWith('-pages')) await (await caches.open(name)).delete(url, { ignoreVary: true })
}

/**
 * Returns this reader's copy of a page, marked as such, or undefined.
 * @param away whether there is signal but the site can't answer
 */
export async function storedPage(address: string, away: boolean): Promise<Response | undefined> {
  const answer = await copyOf(address)
  return answer && marked(answer, Number(answer.headers.get(storedAt)), away)
}

/**
 * Returns this reader's copy of a page without a mark, or undefined. A form for a section is the same page as the form
 * itself, which is stored on its own (`forms.ts`).
 */
export async function copyOf(address: string, shelves?: Shelf[]): Promise<Response | undefined> {
  const url = new URL(address)
  url.hash = ''
  const searched = shelves ?? (await readable())
  const found = await match(url.href, searched)
  if (found || !/^\/contribute\/[^/]+$/.test(url.pathname) || !url.searchParams.has('section')) return found
  url.search = ''
  return match(url.href, searched)
}

async function match(url: string, shelves: Shelf[]): Promise<Response | undefined> {
  for (const cache of shelves) {
    const answer = await cache.match(url)
    if (answer) return answer
  }
  return undefined
}

/** Lists the stored pages. Returns a function that selects the addresses this reader can open on the device. */
export async function storedOn(shelves: Shelf[]): Promise<(addresses: readonly string[]) => Promise<Set<string>>> {
  const contents = await Promise.all(
    shelves.map(async (cache) => ({ cache, urls: new Set((await cache.keys()).map(({ url }) => url)) })),
  )
  return async (addresses) => {
    const available = new Set<string>()
    for (const { cache, urls } of contents)
      for (const address of addresses)
        if (urls.has(address) && !available.has(address) && (await cache.match(address))) available.add(address)
    return available
  }
}

export type Listed = { url: string; title: string; at: number }

/** Lists what this reader can open on the device, newest first. */
export async function storedPages(): Promise<Listed[]> {
  const byUrl = new Map<string, Listed>()
  for (const cache of await readable())
    for (const { url } of await cache.keys()) {
      const answer = byUrl.has(url) ? undefined : await cache.match(url)
      if (!answer) continue
      const at = Number(answer.headers.get(storedAt))
      byUrl.set(url, { url, title: decodeURIComponent(answer.headers.get(title) ?? ''), at })
    }
  return [...byUrl.values()].sort((a, b) => b.at - a.at)
}

type Shelf = { match(url: string): Promise<Response | undefined>; keys(): Promise<readonly Request[]> }

/**
 * Returns the caches to search, in order: the account's, whose pages with data are hidden once their lease ends, then
 * the public one.
 */
export async function readable(here = present()): Promise<Shelf[]> {
  // Opening the cache and looking up the account both read the disk, so they run in parallel.
  const publicCache = caches.open(cacheOf('pages', null))
  const { account, now } = await here
  const own = account === undefined ? undefined : await caches.open(cacheOf('pages', account))
  const shelf = (cache: Cache, mayBeShown: (answer: Response, url: string) => boolean): Shelf => ({
    keys: () => cache.keys(),
    async match(url) {
      const answer = await cache.match(url, { ignoreVary: true })
      return answer && mayBeShown(answer, url) ? answer : undefined
    },
  })
  const isAllowed = (answer: Response, url: string) =>
    [dashboardPages, formPages].some((paths) => paths.test(new URL(url).pathname)) ||
    isLeased(Number(answer.headers.get(storedAt)), now)
  return [...(own ? [shelf(own, isAllowed)] : []), shelf(await publicCache, () => true)]
}

function titleOf(html: string): string | undefined {
  // The site's name is left out, because the page that lists the titles shows it above them.
  const match = /<title>([^<]*?)(?: \| [^|<]*)?<\/title>/.exec(html)?.[1]
  return match && unescapeHtml(match)
}
