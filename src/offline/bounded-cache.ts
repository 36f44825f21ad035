/** Name of the header with the time of a stored answer, in ms by the server's clock. */
export const storedAt = 'x-stored-at'
const storedBytes = 'x-stored-bytes'

export type Bounds = { entries: number; bytes: number }

/**
 * Puts an answer into a cache and deletes the oldest ones if the cache exceeds its limits. Skips answers that would
 * take over a quarter of it. On a full device it deletes the older half of the cache instead of failing.
 */
export async function putBounded(name: string, url: string, answer: Response, bounds: Bounds): Promise<void> {
  const body = await answer.arrayBuffer()
  if (body.byteLength > bounds.bytes / 4) return
  const headers = new Headers(answer.headers)
  for (const header of ['content-encoding', 'content-length']) headers.delete(header)
  headers.set(storedAt, String(Date.parse(answer.headers.get('date') ?? '')))
  headers.set(storedBytes, String(body.byteLength))
  const { status } = answer
  try {
    const cache = await caches.open(name)
    // The old copy is deleted first, so that the new one comes last.
    await cache.delete(url, { ignoreVary: true })
    await cache.put(url, new Response(body, { status, headers }))
    await trim(cache, bounds)
  } catch {
    await halve(name)
  }
}

async function trim(cache: Cache, { entries, bytes }: Bounds): Promise<void> {
  const answers = await cache.matchAll()
  if (answers.length <= entries && answers.reduce((sum, answer) => sum + bytesOf(answer), 0) <= bytes) return
  const newestFirst = [...(await cache.keys())].reverse()
  let [count, sum] = [0, 0]
  for (const key of newestFirst) {
    const answer = await cache.match(key, { ignoreVary: true })
    count += 1
    sum += answer ? bytesOf(answer) : 0
    if (count > entries || sum > bytes) await cache.delete(key, { ignoreVary: true })
  }
}

function bytesOf(answer: Response): number {
  return Number(answer.headers.get(storedBytes))
}

async function halve(name: string): Promise<void> {
  try {
    const cache = await caches.open(name)
    const keys = await cache.keys()
    for (const key of keys.slice(0, Math.ceil(keys.length / 2))) await cache.delete(key, { ignoreVary: true })
  } catch {
    // If the browser refuses storage, the site works as it does without a worker.
  }
}
