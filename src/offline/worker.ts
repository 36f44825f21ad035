import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { learn, speak } from '#core/language.ts'
import { dropUnnamed, isAsset } from './assets.ts'
import { answerFromDictionary, lookAhead, resultsFromDictionary } from './dictionary/page.ts'
import { fallback, keepFallback } from './fallback.ts'
import { dropGone } from './gone.ts'
import { belongTo } from './leave.ts'
import { assetCache } from './names.ts'
import { spokenNow } from './note.ts'
import { copyOf, isKept, storedPage, take } from './pages.ts'
import { answerPicture } from './pictures.ts'
import { endPush, openPage, showPush } from './push.ts'
import { watchReceived } from './received.ts'
import type { Search, Told, Typing, Unseen } from './register.ts'
import type { PageEvent, WorkerEvent, WorkerScope } from './scope.ts'
import { text as kiswahili } from './text.sw.ts'

// The worker of the site: answers from the device what the network can't. It never decides who may see what: the server
// says whose a page is (`x-reader`), and what is one account's goes with it.

declare const self: WorkerScope

const [dashboard, outbox] = ['/dashboard', '/dashboard/outbox'].map((path) => location.origin + path) as [
  string,
  string,
]
/** A network that has said nothing for so long counts as none, where there is a copy. */
const patienceMs = 4000
/** So does a site, or a proxy before it, that says that it can't answer now. */
const unable = [502, 503, 504]

let untold = 0
watchReceived(async (bytes) => {
  untold += bytes
  const [page] = await self.clients.matchAll()
  if (!page || untold === 0) return
  page.postMessage({ type: 'received', bytes: untold })
  untold = 0
})

learn({ offline: kiswahili })
speak(spokenNow)

self.addEventListener('install', (event) => {
  event.waitUntil(keepFallback().then(takeOver))
})

/**
 * Takes the place of an older worker, unless a page is in sight: what Chromium is asked for in that very moment may never
 * be answered. Until then the older one goes on; files that are named by their content serve either.
 */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.every(({ visibilityState }) => visibilityState === 'hidden')) await self.skipWaiting()
}

self.addEventListener('activate', (event) => {
  const work = async () => {
    // A phone need not wait for this worker to wake before it asks the network.
    await self.registration.navigationPreload?.enable()
    await self.clients.claim()
    await dropUnnamed()
  }
  event.waitUntil(work())
})

registerRoute(({ url, sameOrigin }) => sameOrigin && isAsset(url), new CacheFirst({ cacheName: assetCache }))

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && /^\/(files|icon)/.test(url.pathname),
  ({ request, event }) => answerPicture(request, (work) => (event as unknown as WorkerEvent).waitUntil(work)),
)

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  ({ request, event }) => navigate(request, event as unknown as PageEvent),
)

// A search as you type asks for the page's results.
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.mode !== 'navigate' && url.pathname === '/language/vocabulary' && acceptsPage(request),
  ({ request, url }) => answerSearch(request, url),
)

function acceptsPage(request: Request): boolean {
  return request.headers.get('accept')?.startsWith('text/html') ?? false
}

async function navigate(request: Request, event: PageEvent): Promise<Response> {
  const url = new URL(request.url)
  const asked = (async () => (await event.preloadResponse) ?? (await fetch(request)))() as Promise<Response>
  const taken = asked.then(async (answer) => {
    const copy = answer.clone()
    // The page that says that there is no signal speaks as the rest of the site does.
    if (url.pathname === '/choose-language') await keepFallback()
    await take(request.url, copy)
  })
  event.waitUntil(taken.catch(() => {}))
  const network = asked.catch(() => undefined)
  const { answer, away } = await inTime(network)
  if (answer) return answer
  const stored = (await answerFromDictionary(url)) ?? (isKept(url) ? await storedPage(request.url, away) : undefined)
  return stored ?? (await network) ?? fallback()
}

async function answerSearch(request: Request, url: URL): Promise<Response> {
  const network = fetch(request).catch(() => undefined)
  // A device that knows that it has no signal need not wait to hear so.
  const answer = navigator.onLine ? (await inTime(network)).answer : undefined
  if (answer) return answer
  // The next letter was typed meanwhile.
  if (request.signal.aborted) return Response.error()
  const found = request.headers.has('x-part') ? await partFromDictionary(url) : await answerFromDictionary(url)
  const stored = found ?? (isKept(url) ? await copyOf(request.url) : undefined)
  return stored ?? (await network) ?? Response.error()
}

async function partFromDictionary(url: URL): Promise<Response | undefined> {
  const found = await resultsFromDictionary(url)
  return found && new Response(found.html, { headers: found.page.headers })
}

/** What the network says while patience lasts; `away` when it was that the site can't answer now. */
async function inTime(
  network: Promise<Response | undefined>,
): Promise<{ answer: Response | undefined; away: boolean }> {
  const answer = await Promise.race([network, pause(patienceMs)])
  const away = answer !== undefined && unable.includes(answer.status)
  return { answer: away ? undefined : answer, away }
}

self.addEventListener('message', (event) => {
  const told = event.data as Told | Typing | Search | Unseen
  if (told.type === 'account') event.waitUntil(onAccount(told))
  if (told.type === 'unseen') event.waitUntil(takeOver())
  if (told.type === 'typing') event.waitUntil(lookAhead())
  if (told.type === 'search') event.waitUntil(tellResults(told.address, event.ports[0]))
})

async function tellResults(address: string, port: MessagePort | undefined): Promise<void> {
  const found = await resultsFromDictionary(new URL(address)).catch(() => undefined)
  port?.postMessage(found?.html ?? null)
}

async function onAccount({ account, token, page }: Told): Promise<void> {
  await belongTo(account)
  // A page that came in the moment in which the first worker did would be without one as long as it is open.
  if (page) await self.clients.claim().catch(() => {})
  if (!account) await endPush(self)
  // One that was open before this worker was, or a step of the dashboard: its bytes may lie in the browser's own cache.
  if (page) await keep(page)
  // What waits to be sent must be found without signal, though nobody looked before; its script came with the dashboard.
  if (account && (await copyOf(dashboard))) await keep(outbox)
  await dropGone(null, null).catch(() => {})
  if (account) await dropGone(account.id, token).catch(() => {})
}

/** Takes a page that is not here yet. */
async function keep(page: string): Promise<void> {
  if (!isKept(new URL(page)) || (await copyOf(page))) return
  const answer = await fetch(page, { cache: 'force-cache', headers: { accept: 'text/html' } }).catch(() => undefined)
  if (answer) await take(page, answer).catch(() => {})
}

// What waits in the outbox goes out from the page that is open.
self.addEventListener('sync', (event) => event.waitUntil(tellPages('flush-outbox')))

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPage(self, event.notification)))
// The site learns where pushes go now from a page that is signed in: from this one, or the next.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellPages('settle-push')))

async function tellPages(type: string): Promise<void> {
  for (const client of await self.clients.matchAll()) client.postMessage({ type })
}

function pause(ms: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), ms))
}
