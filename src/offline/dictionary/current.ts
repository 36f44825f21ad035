import { folding } from '#text/fold.ts'
import { buildDictionary } from './index.ts'
import type { OfflineWord, Part } from './schema.ts'
import { chunkAt, chunkKeys, replaceDictionary, type Saved, savedPart, stampOf } from './store.ts'

/** Returns a saved part. If an earlier version of the folding made its dictionary, builds it again from its chunks. */
export async function currentPart(part: Part): Promise<Saved | undefined> {
  const [stamp, saved] = await Promise.all([stampOf(), savedPart(part)])
  if (!saved || saved.dictionary.folding === folding) return saved
  const current = { ...saved, dictionary: await buildDictionary(storedChunks(part)) }
  await replaceDictionary(part, current, stamp)
  return current
}

/** Yields the stored chunks of a part in the order of their words, one at a time because they are large. */
async function* storedChunks(part: Part): AsyncGenerator<OfflineWord[]> {
  const firstIds: [key: string, firstId: string][] = []
  for (const key of await chunkKeys(part)) firstIds.push([key, (await wordsAt(key))[0]?.[0] ?? ''])
  for (const [key] of firstIds.sort(([, a], [, b]) => (a < b ? -1 : 1))) yield wordsAt(key)
}

async function wordsAt(key: string): Promise<OfflineWord[]> {
  return JSON.parse((await chunkAt(key)) ?? '[]') as OfflineWord[]
}
