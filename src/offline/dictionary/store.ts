import { clear, createStore, del, delMany, get, keys, set, type UseStore } from 'idb-keyval'
import type { Part } from '#content/vocabulary/offline/schema.ts'
import type { Dictionary } from './index.ts'

/** What is kept of one part: the words, when the server gave them (ms, by its clock), and whose they are. */
export type Saved = {
  at: number
  words: number
  /** Bytes that crossed the line for what is there. */
  bytes: number
  /** Null for what everybody may see. */
  account: string | null
  dictionary: Dictionary
}

const opened = new Map<string, UseStore>()
function store(name: string): UseStore {
  const known = opened.get(name) ?? createStore(`urithi-offline-${name}`, name)
  opened.set(name, known)
  return known
}

export const chunkKey = (part: Part, hash: string) => `${part}/${hash}`

export function chunkAt(key: string): Promise<string | undefined> {
  return get<string>(key, store('chunks'))
}

export function putChunk(key: string, words: string): Promise<void> {
  return set(key, words, store('chunks'))
}

/** Removes the chunks of a part that are not among these. */
export async function keepChunks(part: Part, wanted: readonly string[]): Promise<void> {
  const known = (await keys<string>(store('chunks'))).filter((key) => key.startsWith(`${part}/`))
  await delMany(
    known.filter((key) => !wanted.includes(key)),
    store('chunks'),
  )
}

export function savedPart(part: Part): Promise<Saved | undefined> {
  return get<Saved>(part, store('dictionary')).catch(() => undefined)
}

/** Whose part there is besides everybody's; undefined when there is none. */
export async function ownerOfPart(): Promise<string | null | undefined> {
  return (await savedPart('own'))?.account
}

/** A stamp that changes whenever what is saved does, so that a worker knows to read it anew. */
export function stampOf(): Promise<number | undefined> {
  return get<number>('stamp', store('dictionary')).catch(() => undefined)
}

export async function savePart(part: Part, saved: Saved): Promise<void> {
  await set(part, saved, store('dictionary'))
  await set('stamp', Date.now() + Math.random(), store('dictionary'))
}

/** Removes what one account saw besides everybody; for whoever it was. */
export async function dropOwnPart(): Promise<void> {
  await keepChunks('own', [])
  await del('own', store('dictionary'))
  await set('stamp', Date.now() + Math.random(), store('dictionary'))
}

export async function dropDictionary(): Promise<void> {
  await clear(store('chunks'))
  await clear(store('dictionary'))
}
