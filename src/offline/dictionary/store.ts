import { clear, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import { openStore } from '../store.ts'
import type { Dictionary } from './index.ts'
import type { Part } from './schema.ts'

/** A saved part: the words, the time when they were saved (ms, by the server's clock) and the account. */
export type Saved = {
  at: number
  words: number
  /** Approximate size of its complete download, in bytes. */
  bytes: number
  /** The account that the part belongs to; null for public words. */
  account: string | null
  dictionary: Dictionary
}

const stores = new Map<string, UseStore>()
function store(name: string): UseStore {
  const handle = stores.get(name) ?? openStore(`urithi-offline-${name}`, name)
  stores.set(name, handle)
  return handle
}

export const chunkKey = (part: Part, hash: string) => `${part}/${hash}`

export function chunkAt(key: string): Promise<string | undefined> {
  return get<string>(key, store('chunks'))
}

export function putChunk(key: string, words: string): Promise<void> {
  return set(key, words, store('chunks'))
}

/** Deletes the chunks of a part except these. */
export async function keepChunks(part: Part, hashes: readonly string[]): Promise<void> {
  const storedKeys = await chunkKeys(part)
  await delMany(
    storedKeys.filter((key) => !hashes.includes(key)),
    store('chunks'),
  )
}

export function savedPart(part: Part): Promise<Saved | undefined> {
  return get<Saved>(part, store('dictionary')).catch(() => undefined)
}

/** Returns the keys of a part's stored chunks, in no order. */
export async function chunkKeys(part: Part): Promise<string[]> {
  return (await keys<string>(store('chunks'))).filter((key) => key.startsWith(`${part}/`))
}

/** Returns the account of the saved private part, or undefined if there is none. */
export async function ownerOfPart(): Promise<string | null | undefined> {
  return (await savedPart('own'))?.account
}

/** Returns a stamp that changes with the saved data, so that workers know when to read the data again. */
export function stampOf(): Promise<number | undefined> {
  return get<number>('stamp', store('dictionary')).catch(() => undefined)
}

/** Replaces a part's dictionary by one of the same words, unless the part was saved again since the stamp. */
export async function replaceDictionary(part: Part, saved: Saved, stamp: number | undefined): Promise<void> {
  if ((await stampOf()) === stamp) await set(part, saved, store('dictionary'))
}

export async function savePart(part: Part, saved: Saved): Promise<void> {
  await set(part, saved, store('dictionary'))
  await set('stamp', Date.now() + Math.random(), store('dictionary'))
}

/** Deletes the private part, whichever account it belongs to. */
export async function dropOwnPart(): Promise<void> {
  await keepChunks('own', [])
  await del('own', store('dictionary'))
  await set('stamp', Date.now() + Math.random(), store('dictionary'))
}

export async function dropDictionary(): Promise<void> {
  await clear(store('chunks'))
  await clear(store('dictionary'))
}
