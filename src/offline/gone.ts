import { lastTime, present, setLastTime } from './device.ts'
import { cacheOf } from './names.ts'

const day = 24 * 60 * 60 * 1000
const mostAsked = 100
const id = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

/**
 * Once a day: asks which of the entries whose pages are kept may still be read, and removes the others, and with them every
 * list that may have named them.
 * @param account null for what everybody may see, asked as a guest
 */
export async function dropGone(account: string | null, token: string | null): Promise<void> {
  const { now } = await present()
  const name = cacheOf('pages', account)
  if (now === undefined || now - (await lastTime(name)) < day || !(await caches.has(name))) return
  const cache = await caches.open(name)
  const keys = await cache.keys()
  const ids = [...new Set(keys.flatMap(({ url }) => id.exec(new URL(url).pathname)?.[0] ?? []))].slice(-mostAsked)
  if (ids.length > 0) {
    const headers = token && account ? { authorization: `Bearer ${token}` } : undefined
    const answer = await fetch(`/api/entries/still?ids=${ids.join()}`, { ...(headers && { headers }) })
    if (!answer.ok) return
    const still = new Set(((await answer.json()) as { ids: string[] }).ids)
    const lost = ids.filter((one) => !still.has(one))
    for (const key of lost.length > 0 ? keys : []) {
      const [named] = id.exec(new URL(key.url).pathname) ?? []
      if (!named || lost.includes(named)) await cache.delete(key, { ignoreVary: true })
    }
  }
  await setLastTime(name, now)
}
