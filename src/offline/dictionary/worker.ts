import { watchReceived } from '../data-usage.ts'
import { present } from '../device.ts'
import { fetchFromSite } from '../site-answer.ts'
import { buildDictionary } from './index.ts'
import type { Chunks, OfflineWord, Part } from './schema.ts'
import { chunkAt, chunkKey, dropDictionary, dropOwnPart, keepChunks, putChunk, savedPart, savePart } from './store.ts'

/** A request from a page. `save` also updates an existing dictionary. */
export type Ask = { type: 'state' | 'save' | 'remove'; token: string | null; account: string | null }

/**
 * `saved`: words, bytes and time of the stored dictionary, null if there is none. `offer`: the size of a download, null
 * if there is a stored dictionary or the server can't be reached.
 */
export type State = {
  type: 'state'
  saved: { words: number; bytes: number; at: number } | null
  offer: { words: number; bytes: number } | null
}
export type Answer = State | { type: 'progress'; done: number; of: number } | { type: 'failed'; full: boolean }
/** Bytes received over the network since the last message. */
export type Received = { type: 'received'; bytes: number }

declare const self: Pick<Worker, 'postMessage' | 'addEventListener'>

self.addEventListener('message', async ({ data }: MessageEvent<Ask>) => {
  try {
    if (data.type === 'remove') await dropDictionary()
    if (data.type === 'save') await save(data)
    tell(await state(data))
  } catch (error) {
    tell({ type: 'failed', full: error instanceof DOMException && error.name === 'QuotaExceededError' })
  }
})

watchReceived((bytes) => tell({ type: 'received', bytes }))

function tell(answer: Answer | Received): void {
  self.postMessage(answer)
}

async function state(ask: Ask): Promise<State> {
  const publicPart = await savedPart('public')
  const own = await savedPart('own')
  const words = (publicPart?.words ?? 0) + (own?.words ?? 0)
  const saved = publicPart ? { words, bytes: publicPart.bytes + (own?.bytes ?? 0), at: publicPart.at } : null
  if (saved) return { type: 'state', saved, offer: null }
  // The browser's cache is used, so that showing the size doesn't cost data at each visit.
  const chunks = navigator.onLine ? await chunksOf('public', ask, 'force-cache').catch(() => undefined) : undefined
  return { type: 'state', saved, offer: chunks ? { words: chunks.words, bytes: chunks.bytes } : null }
}

/** Downloads the missing chunks one by one, so that an interrupted download can be continued. */
async function save(ask: Ask): Promise<void> {
  const parts: Part[] = ask.token ? ['public', 'own'] : ['public']
  const plans = await Promise.all(parts.map(async (part) => ({ part, ...(await chunksOf(part, ask)) })))
  const of = plans.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const { part, chunks, words, bytes } of plans) {
    for (const { first, last, hash, bytes: length } of chunks) {
      const key = chunkKey(part, hash)
      if ((await chunkAt(key)) === undefined) {
        const answer = await fetchPart('/api/vocabulary/offline/chunk', { part, first, last }, ask)
        await putChunk(key, JSON.stringify(((await answer.json()) as { words: OfflineWord[] }).words))
      }
      done += length
      tell({ type: 'progress', done, of })
    }
    const keys = chunks.map(({ hash }) => chunkKey(part, hash))
    const at = (await present()).now ?? 0
    const account = part === 'own' ? ask.account : null
    await savePart(part, { at, words, bytes, account, dictionary: await buildDictionary(storedChunks(keys)) })
    await keepChunks(part, keys)
  }
  if (!ask.token) await dropOwnPart()
}

async function* storedChunks(keys: string[]): AsyncGenerator<OfflineWord[]> {
  for (const key of keys) yield JSON.parse((await chunkAt(key)) ?? '[]') as OfflineWord[]
}

async function chunksOf(part: Part, ask: Ask, cache?: RequestCache): Promise<Chunks> {
  return (await fetchPart('/api/vocabulary/offline', { part }, ask, cache)).json() as Promise<Chunks>
}

/** Requests data of a part. Public words are requested without a token, so that the server answers from its cache. */
async function fetchPart(
  path: string,
  query: Record<string, string>,
  { token }: Ask,
  cache: RequestCache = 'default',
): Promise<Response> {
  const headers = new Headers(query.part === 'own' ? { authorization: `Bearer ${token}` } : {})
  const answer = await fetchFromSite(`${path}?${new URLSearchParams(query)}`, { headers, cache })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer
}
