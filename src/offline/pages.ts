import { keepAssetsOf } from './assets.ts'
import { putBounded, storedAt } from './bound.ts'
import { isLeased, learnClock, present, readDevice } from './device.ts'
import { belongTo } from './leave.ts'
import { cacheOf, dropAccounts } from './names.ts'
import { marked } from './note.ts'

/** Header of a page made for one account: whose it is. Guests' pages have none. */
const reader = 'x-reader'
const title = 'x-title'
const bounds = { entries: 200, bytes: 12 * 1024 * 1024 }
/** What the server says of a page that is not to be seen any more. */
const gone = [401, 403, 404, 410]
/** Forms with secrets, what is different each time, and what is no page of the site: these want the network. */
const never = /^\/(api|login|register|forgot-password|reset-password|verify-email|search|choose-language|offline)(\/|$)/

export function isKept(url: URL): boolean {
  return !never.test(url.pathname) && !url.searchParams.has('q') && !url.pathname.endsWith('.data')
}

/** Does what the server's answer to a page asks of this device: keep it, or drop what is not to be seen any more. */
export async function take(address: string, answer: Response): Promise<void> {
  const url = new URL(address)
  url.hash = ''
  await learnClock(Date.parse(answer.headers.get('date') ?? ''))
  if (gone.includes(answer.status)) return drop(url.href)
  const html = answer.headers.get('content-type')?.startsWith('text/html')
  if (answer.status !== 200 || answer.redirected || !html || !isKept(url)) return
  const whose = answer.headers.get(reader)
  const { account } = await readDevice()
  // The server knows this account no more: what was kept for it goes.
  if (whose === null && account) {
    await belongTo(null)
  }
  if (whose !== null && whose !== account?.id) return
  const text = await answer.text()
  await keepAssetsOf(text)
  const headers = new Headers(answer.headers)
  headers.set(title, encodeURIComponent(titleOf(text) ?? url.pathname))
  const { status } = answer
  await putBounded(cacheOf('pages', whose), url.href, new Response(text, { status, headers }), bounds)
  // The account may have left while the page was on its way.
  if (whose !== null && (await readDevice()).account?.id !== whose) await dropAccounts()
}

async function drop(url: string): Promise<void> {
  for (const name of await caches.keys())
    if (name.endsWith('-pages')) await (await caches.open(name)).delete(url, { ignoreVary: true })
}

/**
 * The page as this reader last saw it, marked as a copy; undefined when there is none that may be shown now.
 * @param away whether there is signal, and the site itself can't answer
 */
export async function storedPage(address: string, away: boolean): Promise<Response | undefined> {
  const answer = await copyOf(address)
  return answer && marked(answer, Number(answer.headers.get(storedAt)), away)
}

/** The same as it came. */
export async function copyOf(address: string, shelves?: Shelf[]): Promise<Response | undefined> {
  const url = new URL(address)
  url.hash = ''
  for (const cache of shelves ?? (await readable())) {
    const answer = await cache.match(url.href)
    if (answer) return answer
  }
  return undefined
}

/** Looks what lies there; what it answers says which of some addresses this reader finds on the device. */
export async function keptOn(shelves: Shelf[]): Promise<(addresses: readonly string[]) => Promise<Set<string>>> {
  const lying = await Promise.all(
    shelves.map(async (cache) => ({ cache, there: new Set((await cache.keys()).map(({ url }) => url)) })),
  )
  return async (addresses) => {
    const found = new Set<string>()
    for (const { cache, there } of lying)
      for (const address of addresses)
        if (there.has(address) && !found.has(address) && (await cache.match(address))) found.add(address)
    return found
  }
}

export type Listed = { url: string; title: string; at: number }

/** What this reader finds on the device, newest first. */
export async function storedPages(): Promise<Listed[]> {
  const found = new Map<string, Listed>()
  for (const cache of await readable())
    for (const { url } of await cache.keys()) {
      const answer = found.has(url) ? undefined : await cache.match(url)
      if (!answer) continue
      const at = Number(answer.headers.get(storedAt))
      found.set(url, { url, title: decodeURIComponent(answer.headers.get(title) ?? ''), at })
    }
  return [...found.values()].sort((a, b) => b.at - a.at)
}

type Shelf = { match(url: string): Promise<Response | undefined>; keys(): Promise<readonly Request[]> }

/** Where to look, in this order: what this account saw while its lease lasts, and what everybody may see. */
export async function readable(here = present()): Promise<Shelf[]> {
  // Both ask the disk: neither waits for the other.
  const everybodys = caches.open(cacheOf('pages', null))
  const { account, now } = await here
  const own = account === undefined ? undefined : await caches.open(cacheOf('pages', account))
  const shelf = (cache: Cache, mayBeShown: (answer: Response) => boolean): Shelf => ({
    keys: () => cache.keys(),
    async match(url) {
      const answer = await cache.match(url, { ignoreVary: true })
      return answer && mayBeShown(answer) ? answer : undefined
    },
  })
  const isStillLeased = (answer: Response) => isLeased(Number(answer.headers.get(storedAt)), now)
  return [...(own ? [shelf(own, isStillLeased)] : []), shelf(await everybodys, () => true)]
}

function titleOf(html: string): string | undefined {
  const found = /<title>([^<]*)<\/title>/.exec(html)?.[1]
  return found?.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (whole, name: string) => signs[name] ?? whole)
}

const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'", '#39': "'" }
