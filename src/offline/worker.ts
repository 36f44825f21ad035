import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { pause } from '#core/concurrency/pause.ts'
import { idPattern } from '#core/id.ts'
import { learn, speak } from '#text/language.ts'
import { belongTo } from './account.ts'
import { dropUnnamed, isAsset, isBuilt } from './assets.ts'
import { putBounded, storedAt } from './bounded-cache.ts'
import { assetCache, cacheOf } from './cache-names.ts'
import { watchReceived } from './data-usage.ts'
import { lastTime, present, setLastTime } from './device.ts'
import { answerFromDictionary, lookAhead, resultsFromDictionary } from './dictionary/page.ts'
import { fallback, keepFallback } from './fallback.ts'
import { dropForms, keepForms } from './forms.ts'
import { isLeased } from './lease.ts'
import { spokenNow } from './notice.ts'
import { copyOf, isKept, storedPage, take } from './pages.ts'
import { preloadNavigations } from './preload.ts'
import { endPush, openPage, showPush } from './push.ts'
import type { AccountMessage, Forms, NoForms, Search, Typing, Unseen } from './register.ts'
import { fetchFromSite, isForeign } from './site-answer.ts'
import { text as kiswahili } from './text.sw.ts'
import type { PageEvent, WorkerEvent, WorkerScope } from './worker-types.ts'

// The service worker answers requests from the device if the network can't. It makes no decisions about access: the
// server says which account a page belongs to (`x-reader`), and an account's data is deleted when it leaves the device.

declare const self: WorkerScope

const [dashboard, outbox] = ['/dashboard', '/dashboard/outbox'].map((path) => location.origin + path) as [
  string,
  string,
]
/** Time in ms after which a network that doesn't answer counts as unavailable, if there is a copy. */
const patienceMs = 4000
/** Status codes of a site, or of a proxy in front of it, that can't answer now. */
const unavailableStatuses = [502, 503, 504]

let unreportedBytes = 0
watchReceived(async (bytes) => {
  unreportedBytes += bytes
  const [page] = await self.clients.matchAll()
  if (!page || unreportedBytes === 0) return
  page.postMessage({ type: 'received', bytes: unreportedBytes })
  unreportedBytes = 0
})

learn({ offline: kiswahili })
speak(spokenNow)

self.addEventListener('install', (event) => {
  event.waitUntil(keepFallback().then(takeOver))
})

/**
 * Replaces an older worker unless a page is visible, because Chromium may never answer requests made at that moment.
 * Until then the older one continues; hashed files work with either.
 */
async function takeOver(): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (pages.every(({ visibilityState }) => visibilityState === 'hidden')) await self.skipWaiting()
}

self.addEventListener('activate', (event) => {
  const work = async () => {
    await preloadNavigations(self.registration.navigationPreload, navigator.userAgent)
    await self.clients.claim()
    await dropUnnamed()
  }
  event.waitUntil(work())
})

const onlyBuilt = {
  cacheWillUpdate: async ({ response }: { response: Response }) => (isBuilt(response) ? response : null),
}
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isAsset(url),
  new CacheFirst({ cacheName: assetCache, plugins: [onlyBuilt] }),
)

registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && /^\/(files|icon)/.test(url.pathname),
  ({ request, event }) => answerPicture(request, (work) => (event as unknown as WorkerEvent).waitUntil(work)),
)

registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate',
  ({ request, event }) => navigate(request, event as unknown as PageEvent),
)

// This route answers search as you type, which fetches the page or only its results.
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
  const fetched = (async () => (await event.preloadResponse) ?? (await fetch(request)))() as Promise<Response>
  const storing = fetched.then(async (answer) => {
    const copy = answer.clone()
    // The page shown without signal is stored again in the chosen language.
    if (url.pathname === '/choose-language') await keepFallback()
    await take(request.url, copy)
  })
  event.waitUntil(storing.catch(() => {}))
  const network = fetched.catch(() => undefined)
  const { answer, away } = await inTime(network)
  if (answer) return answer
  const stored = (await answerFromDictionary(url)) ?? (isKept(url) ? await storedPage(request.url, away) : undefined)
  return stored ?? (await network) ?? fallback()
}

async function answerSearch(request: Request, url: URL): Promise<Response> {
  const network = fetchFromSite(request).catch(() => undefined)
  // A device that reports no signal doesn't wait for the network.
  const answer = navigator.onLine ? (await inTime(network)).answer : undefined
  if (answer) return answer
  // If the reader has typed the next letter in the meantime, nobody needs this answer.
  if (request.signal.aborted) return Response.error()
  const generated = request.headers.has('x-part') ? await partFromDictionary(url) : await answerFromDictionary(url)
  const stored = generated ?? (isKept(url) ? await copyOf(request.url) : undefined)
  return stored ?? (await network) ?? Response.error()
}

async function partFromDictionary(url: URL): Promise<Response | undefined> {
  const results = await resultsFromDictionary(url)
  return results && new Response(results.html, { headers: results.page.headers })
}

/**
 * Returns the network's answer if it comes in time; `away` is true if the site said that it can't answer, or something
 * else answered in its place.
 */
async function inTime(
  network: Promise<Response | undefined>,
): Promise<{ answer: Response | undefined; away: boolean }> {
  const answer = await Promise.race([network, pause(patienceMs)])
  const away = answer !== undefined && (isForeign(answer) || unavailableStatuses.includes(answer.status))
  return { answer: away ? undefined : answer, away }
}

self.addEventListener('message', (event) => {
  const message = event.data as AccountMessage | Typing | Search | Unseen | Forms | NoForms
  if (message.type === 'account') event.waitUntil(onAccount(message))
  if (message.type === 'unseen') event.waitUntil(takeOver())
  if (message.type === 'typing') event.waitUntil(lookAhead())
  if (message.type === 'forms') event.waitUntil(oneAtATime(() => keepForms(message)))
  if (message.type === 'no-forms') event.waitUntil(oneAtATime(dropForms))
  if (message.type === 'search') event.waitUntil(tellResults(message.address, event.ports[0]))
})

let formsWork: Promise<void> = Promise.resolve()

/**
 * Runs work on the forms one step at a time, because two tabs may request it at the same time. If the work fails
 * without signal, the next message starts it again.
 */
function oneAtATime(work: () => Promise<void>): Promise<void> {
  formsWork = formsWork
    .then(work)
    .catch(() => {})
    .then(() => tellPages('forms'))
  return formsWork
}

async function tellResults(address: string, port: MessagePort | undefined): Promise<void> {
  const results = await resultsFromDictionary(new URL(address)).catch(() => undefined)
  port?.postMessage(results?.html ?? null)
}

async function onAccount({ account, token, page }: AccountMessage): Promise<void> {
  await belongTo(account)
  // A page that was opened just before the first worker would have no worker until it is reloaded, so it is claimed.
  if (page) await self.clients.claim().catch(() => {})
  if (!account) await endPush(self)
  // The worker has not seen a page that was opened before it started, or within the dashboard. The browser's cache may
  // have it.
  if (page) await keep(page)
  // The outbox must open without signal even if it was never visited; its script was stored with the dashboard.
  if (account && (await copyOf(dashboard))) await keep(outbox)
  await dropDeleted(null, null).catch(() => {})
  if (account) await dropDeleted(account.id, token).catch(() => {})
}

/** Stores a page that is not stored yet. */
async function keep(page: string): Promise<void> {
  if (!isKept(new URL(page)) || (await copyOf(page))) return
  const answer = await fetch(page, { cache: 'force-cache', headers: { accept: 'text/html' } }).catch(() => undefined)
  if (answer) await take(page, answer).catch(() => {})
}

// The worker leaves it to an open page to send the outbox.
self.addEventListener('sync', (event) => event.waitUntil(tellPages('flush-outbox')))

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openPage(self, event.notification)))
// An open page of the logged-in member reports the new subscription to the site. If none is open, the next one opened
// does.
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(tellPages('settle-push')))

async function tellPages(type: string): Promise<void> {
  for (const client of await self.clients.matchAll()) client.postMessage({ type })
}

const dayMs = 24 * 60 * 60 * 1000
const maxIds = 100
const idInPath = new RegExp(idPattern)

/**
 * Asks the server once a day which entries on the latest stored pages, up to 100, may still be read. If some may not,
 * deletes their pages and all stored lists, which may name them.
 * @param account null for public pages, which it asks about as a guest
 */
async function dropDeleted(account: string | null, token: string | null): Promise<void> {
  const { now } = await present()
  const name = cacheOf('pages', account)
  if (now === undefined || now - (await lastTime(name)) < dayMs || !(await caches.has(name))) return
  const cache = await caches.open(name)
  const keys = await cache.keys()
  const ids = [...new Set(keys.flatMap(({ url }) => idInPath.exec(new URL(url).pathname)?.[0] ?? []))].slice(-maxIds)
  if (ids.length > 0) {
    const headers = token && account ? { authorization: `Bearer ${token}` } : undefined
    const answer = await fetchFromSite(`/api/entries/still?ids=${ids.join()}`, { ...(headers && { headers }) })
    if (!answer.ok) return
    const readableIds = new Set(((await answer.json()) as { ids: string[] }).ids)
    const removedIds = ids.filter((one) => !readableIds.has(one))
    for (const key of removedIds.length > 0 ? keys : []) {
      const [entryId] = idInPath.exec(new URL(key.url).pathname) ?? []
      if (!entryId || removedIds.includes(entryId)) await cache.delete(key, { ignoreVary: true })
    }
  }
  await setLastTime(name, now)
}

const pictureBounds = { entries: 150, bytes: 20 * 1024 * 1024 }

/**
 * Answers a request for a picture: stored public ones from the device, others from the network or, without signal, from
 * the account's copies while their lease lasts. Sound and video are never stored.
 */
async function answerPicture(request: Request, done: (work: Promise<unknown>) => void): Promise<Response> {
  const publicName = cacheOf('pictures', null)
  const stored = await storedPicture(publicName, request.url)
  if (stored) return stored
  const { account } = await present()
  const own = account && cacheOf('pictures', account)
  const answer = await fetch(request).catch(() => undefined)
  const isPicture = answer?.headers.get('content-type')?.startsWith('image/')
  // A CDN may serve the icons, without the site's header.
  if (!answer || (isForeign(answer) && !isPicture)) {
    const copy = own ? await storedPicture(own, request.url) : undefined
    return copy && isLeased(Number(copy.headers.get(storedAt)), (await present()).now) ? copy : Response.error()
  }
  if (answer.status === 200 && isPicture && !isForeign(answer)) {
    // Public files are sent as immutable; others are checked each time (decision 11).
    const name = answer.headers.get('cache-control')?.includes('immutable') ? publicName : own
    if (name) done(putBounded(name, request.url, answer.clone(), pictureBounds))
  } else if (answer.status === 404 && own) done(caches.open(own).then((cache) => cache.delete(request.url)))
  return answer
}

async function storedPicture(name: string, url: string): Promise<Response | undefined> {
  return (await caches.has(name)) ? (await caches.open(name)).match(url, { ignoreVary: true }) : undefined
}
