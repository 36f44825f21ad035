import { idPattern } from '#core/id.ts'
import { cacheOf } from './cache-names.ts'
import { lastTime, present, setLastTime } from './device.ts'
import { fetchFromSite } from './site-answer.ts'

const day = 24 * 60 * 60 * 1000
const maxIds = 100
const id = new RegExp(idPattern)

/**
 * Asks the server once a day which entries on the latest stored pages, up to 100, may still be read. If some may not,
 * deletes their pages and all stored lists, which may name them.
 * @param account null for public pages, which it asks about as a guest
 */
export async function dropDeleted(account: string | null, token: string | null): Promise<void> {
  const { now } = await present()
  const name = cacheOf('pages', account)
  if (now === undefined || now - (await lastTime(name)) < day || !(await caches.has(name))) return
  const cache = await caches.open(name)
  const keys = await cache.keys()
  const ids = [...new Set(keys.flatMap(({ url }) => id.exec(new URL(url).pathname)?.[0] ?? []))].slice(-maxIds)
  if (ids.length > 0) {
    const headers = token && account ? { authorization: `Bearer ${token}` } : undefined
    const answer = await fetchFromSite(`/api/entries/still?ids=${ids.join()}`, { ...(headers && { headers }) })
    if (!answer.ok) return
    const readableIds = new Set(((await answer.json()) as { ids: string[] }).ids)
    const removedIds = ids.filter((one) => !readableIds.has(one))
    for (const key of removedIds.length > 0 ? keys : []) {
      const [entryId] = id.exec(new URL(key.url).pathname) ?? []
      if (!entryId || removedIds.includes(entryId)) await cache.delete(key, { ignoreVary: true })
    }
  }
  await setLastTime(name, now)
}
