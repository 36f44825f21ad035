import { putBounded, storedAt } from './bounded-cache.ts'
import { cacheOf } from './cache-names.ts'
import { present } from './device.ts'
import { isLeased } from './lease.ts'
import { isForeign } from './site-answer.ts'

const bounds = { entries: 150, bytes: 20 * 1024 * 1024 }

/**
 * Answers a request for a picture: stored public ones from the device, others from the network or, without signal, from
 * the account's copies while their lease lasts. Sound and video are never stored.
 */
export async function answerPicture(request: Request, done: (work: Promise<unknown>) => void): Promise<Response> {
  const publicName = cacheOf('pictures', null)
  const stored = await match(publicName, request.url)
  if (stored) return stored
  const { account } = await present()
  const own = account && cacheOf('pictures', account)
  const answer = await fetch(request).catch(() => undefined)
  const isPicture = answer?.headers.get('content-type')?.startsWith('image/')
  // A CDN may serve the icons, without the site's header.
  if (!answer || (isForeign(answer) && !isPicture)) {
    const copy = own ? await match(own, request.url) : undefined
    return copy && isLeased(Number(copy.headers.get(storedAt)), (await present()).now) ? copy : Response.error()
  }
  if (answer.status === 200 && isPicture && !isForeign(answer)) {
    // Public files are sent as immutable; others are checked each time (decision 11).
    const name = answer.headers.get('cache-control')?.includes('immutable') ? publicName : own
    if (name) done(putBounded(name, request.url, answer.clone(), bounds))
  } else if (answer.status === 404 && own) done(caches.open(own).then((cache) => cache.delete(request.url)))
  return answer
}

async function match(name: string, url: string): Promise<Response | undefined> {
  return (await caches.has(name)) ? (await caches.open(name)).match(url, { ignoreVary: true }) : undefined
}
