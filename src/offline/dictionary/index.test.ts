import { expect, test } from 'vitest'
import { buildDictionary } from './index.ts'
import type { OfflineWord } from './schema.ts'
import { type Match, searchDictionary } from './search.ts'

const wordOf = (id: string, form: string, english: string): OfflineWord => [
  id,
  form,
  english,
  null,
  2,
  null,
  null,
  null,
  'mis',
]
async function* inChunks(words: OfflineWord[], size: number): AsyncGenerator<OfflineWord[]> {
  for (let at = 0; at < words.length; at += size) yield words.slice(at, at + size)
}
const search = async (words: OfflineWord[], q: string) =>
  searchDictionary(await buildDictionary(inChunks(words, 2)), q, 50).map(({ word: [id], stage }) => `${id}${stage}`)

test('lists prefixes first, then later words, then words one edit away, and each word once', async () => {
  const words = [
    wordOf('a', 'samplet', 'second meaning'),
    wordOf('b', 'other', 'big sample'),
    wordOf('c', 'sampel', 'third'),
    wordOf('d', 'sample', 'sample'),
    wordOf('e', 'unlike', 'nothing'),
  ]
  expect(await search(words, 'sample')).toEqual(['d0', 'a0', 'b1', 'c2'])
  expect(await search(words, 'nothing of it')).toEqual([])
})

test('reads texts of any length and with non-ASCII letters correctly, and sorts terms in byte order', async () => {
  const words = Array.from({ length: 3000 }, (_, at) =>
    wordOf(`${at}`, `ŋɔ${at}${'x'.repeat(at % 50)}`, `gloss ${at} 𝒙`),
  )
  const dictionary = await buildDictionary(inChunks(words, 700))
  expect(searchDictionary(dictionary, 'gloss 2999', 1).map(({ word }) => word)).toEqual([words[2999]])
  const { bytes, at } = dictionary.terms
  const texts = Array.from(dictionary.rowOf, (_, place) => Buffer.from(bytes.subarray(at[place], at[place + 1])))
  for (const [from, to] of [
    [0, dictionary.inside],
    [dictionary.inside, texts.length],
  ]) {
    const part = texts.slice(from, to)
    expect(part.length).toBeGreaterThan(1000)
    expect(part).toEqual([...part].sort(Buffer.compare))
  }
})

test('returns the same on consecutive pages as on one long page, and each word once', async () => {
  const kinds = [
    ['unlike', 'sample'],
    ['unlike', 'big sample'],
    ['sampel', 'other'],
    ['sample', 'sample of it'],
  ] as const
  const words = Array.from({ length: 90 }, (_, at) => {
    const [form, english] = kinds[at % kinds.length] ?? ['', '']
    return wordOf(String(at).padStart(2, '0'), form, english)
  })
  const dictionary = await buildDictionary(inChunks(words, 40))
  const all = searchDictionary(dictionary, 'sample', 1000)
  expect(new Set(all.map(({ stage }) => stage))).toEqual(new Set([0, 1, 2]))
  for (const size of [1, 7]) {
    const paged: Match[] = []
    for (let page: Match[] = []; ; ) {
      const last = page.at(-1)
      page = searchDictionary(dictionary, 'sample', size, last && { ...last, id: last.word[0] })
      if (page.length === 0) break
      paged.push(...page.slice(0, size))
    }
    expect(paged).toEqual(all)
  }
})
