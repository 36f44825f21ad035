import { beforeEach, expect, test, vi } from 'vitest'
import { currentPart } from './current.ts'
import { buildDictionary } from './index.ts'
import type { OfflineWord } from './schema.ts'
import { searchDictionary } from './search.ts'
import { replaceDictionary, type Saved, savedPart } from './store.ts'

const chunks = new Map<string, OfflineWord[]>()

vi.mock('./store.ts', () => ({
  chunkAt: async (key: string) => JSON.stringify(chunks.get(key)),
  chunkKeys: async (part: string) => [...chunks.keys()].filter((key) => key.startsWith(`${part}/`)),
  replaceDictionary: vi.fn(),
  savedPart: vi.fn(),
  stampOf: async () => 1,
}))

beforeEach(() => chunks.clear())

const wordOf = (id: string, form: string): OfflineWord => [id, form, 'gloss', null, 0, null, null, null, 'mis']
async function* only(words: OfflineWord[]) {
  yield words
}

/** Stores a part whose dictionary doesn't fit its words. */
async function store(part: 'public' | 'own', change: object): Promise<Saved> {
  const dictionary = { ...(await buildDictionary(only([wordOf('x', 'older')]))), ...change }
  const saved: Saved = { at: 1, words: 1, bytes: 1, account: null, dictionary }
  vi.mocked(savedPart).mockImplementation(async (asked) => (asked === part ? saved : undefined))
  return saved
}

test('a dictionary that an earlier folding made is built again from the words on the device, in their order', async () => {
  const saved = await store('public', { folding: undefined })
  chunks.set('public/b', [wordOf('3', 'duvo-duvo'), wordOf('4', 'na:ru')])
  chunks.set('own/c', [wordOf('0', 'duvo duvo')])
  chunks.set('public/a', [wordOf('1', 'duvo duvo'), wordOf('2', 'naruvo')])
  const current = await currentPart('public')
  const search = (q: string) => current && searchDictionary(current.dictionary, q, 9).map(({ word: [id] }) => id)
  expect([search('duvoduvo'), search('naru'), search('older')]).toEqual([['1', '3'], ['4', '2'], []])
  expect(current).toEqual({ ...saved, dictionary: current?.dictionary })
  expect(replaceDictionary).toHaveBeenCalledExactlyOnceWith('public', current, 1)
  expect(await currentPart('own')).toBeUndefined()
})

test('a dictionary of the present folding stays as it is', async () => {
  vi.mocked(replaceDictionary).mockClear()
  const saved = await store('own', {})
  chunks.set('own/a', [wordOf('1', 'duvo')])
  expect(await currentPart('own')).toBe(saved)
  expect(replaceDictionary).not.toHaveBeenCalled()
})
