import { beforeAll, expect, test } from 'vitest'
import type { Key } from '#core/page.ts'
import { buildDictionary, type Dictionary } from '#src/offline/dictionary/index.ts'
import { behind, keyOf, searchDictionary } from '#src/offline/dictionary/search.ts'
import { deep } from '#test/depth.ts'
import { cast, type TestSite, testSite } from '#test/harness.ts'
import fc from '#test/property.ts'

// The site's search and the device's search must find the same words, so that readers who lose signal notice no
// difference.

const site = testSite()
const { keeper } = cast(site)
/** A site with other words, over every rule of the folding. */
const folding = testSite()
const { keeper: writer } = cast(folding)
let dictionary: Dictionary
let folded: Dictionary

const syllables = ['sa', 'sam', 'ŋɔ', 'ple', 'pel', 'pl', 'sample', 'e']
const syllable = (at: number) => syllables[at % syllables.length]

const members = { limit: 5, queries: deep ? 200 : 60 }

/** Parts of forms and searches. Each sign of the folding is among them. */
const signs = ['za', 'zá', 'zà', 'Za', 'ŋo', "ng'o", 'ng´o', 'ng′o', 'ngo', 'tʃi', 'chi', 'ki', 'kiː', 'ki:', 'ki·']
const joints = ['', '', '', '-', ' ', '=', '\u00ad', '\u200b', '\u2060', '\u00a0', '‑', '.', "'", '’']
const articles = ['', '', '', '', 'the ', 'a ', 'an ', 'to ', 'The  ', 'a-']
const form = fc
  .array(fc.tuple(fc.constantFrom(...signs), fc.constantFrom(...joints)), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.flat().slice(0, -1).join(''))
const gloss = fc.tuple(fc.constantFrom(...articles), form).map((parts) => parts.join('').replace(/[\u00ad\u200b]/g, ''))
/** Returns the text with a letter left out, so that some searches are misspelt. */
const search = fc
  .tuple(fc.constantFrom(...articles), form, fc.nat(12), fc.constantFrom(0, 0, 0, 1))
  .map(([article, text, at, missing]) => `${article}${text.slice(0, at)}${text.slice(at + missing)}`.trim())
  .filter((q) => q !== '')

beforeAll(async () => {
  for (let at = 0; at < 80; at++) {
    const { status } = await keeper.call('POST', '/api/vocabulary', {
      form: `${syllable(at)}${syllable(at * 3 + 1)}${at % 3 ? '' : ` ${syllable(at + 2)}`}`,
      english: at % 4 ? `${syllable(at * 5)}${syllable(at)} ${syllable(at >> 2)}` : 'a sample, of pages',
      ...(at % 5 === 0 && { ipa: `ˈ${syllable(at)}${syllable(at >> 1)}` }),
    })
    expect(status).toBe(201)
  }
  dictionary = await buildDictionary(offlineWords(site))
  const words = fc.sample(fc.tuple(form, gloss, gloss), { numRuns: 150, seed: 20_261_126 })
  for (const [written, one, other] of words) {
    const word = { form: written.trim(), english: `${one}, ${other}` }
    const { status, body } = await writer.call('POST', '/api/vocabulary', word)
    expect(status, JSON.stringify({ word, body })).toBe(201)
  }
  folded = await buildDictionary(offlineWords(folding))
})

const searches = [
  'sa',
  'sampl',
  'sample',
  'sampel',
  'smple',
  'ŋɔ',
  'plŋɔ',
  'ple sa',
  'sampel pages',
  'of p',
  'E',
  'pages of sampel a b',
]
const failingSearches = ['saŋɔ', 'pages of sampel and more words', 'nothing']

test.each([...searches, ...failingSearches])(
  '“%s” finds the same words in the same order, and continues after the same key',
  async (q) => {
    let count = 0
    let lastKey: Key | null = null
    do {
      const key: string | null = lastKey && JSON.stringify(lastKey)
      const params = new URLSearchParams({ q, limit: '7', ...(key && { lastKey: key }) })
      const { body } = await site.call('GET', `/api/vocabulary?${params}`)
      const matches = searchDictionary(dictionary, q, 8, behind(key))
      const firstPage = matches.slice(0, 7)
      expect(firstPage.map(({ word: [id] }) => id)).toEqual(body.items.map(({ id }: { id: string }) => id))
      const last = matches.length > 7 ? firstPage.at(-1) : undefined
      expect(last ? keyOf(last) : null).toEqual(body.lastKey)
      count += firstPage.length
      lastKey = body.lastKey
    } while (lastKey)
    expect(count > 0).toBe(searches.includes(q))
  },
)

test('the dictionary on a device gives the same answers as the site to searches over every rule', async () => {
  let hits = 0
  for (const q of fc.sample(search, { numRuns: members.queries, seed: 20_261_127 })) {
    let lastKey: Key | null = null
    for (let page = 0; page < 6 && (page === 0 || lastKey); page++) {
      const key: string | null = lastKey && JSON.stringify(lastKey)
      const params = new URLSearchParams({ q, limit: `${members.limit}`, ...(key && { lastKey: key }) })
      const { status, body } = await folding.call('GET', `/api/vocabulary?${params}`)
      expect(status, q).toBe(200)
      const matches = searchDictionary(folded, q, members.limit + 1, behind(key))
      const shown = matches.slice(0, members.limit)
      const last = matches.length > members.limit ? shown.at(-1) : undefined
      expect({ q, ids: shown.map(({ word: [id] }) => id), key: last ? keyOf(last) : null }).toEqual({
        q,
        ids: body.items.map(({ id }: { id: string }) => id),
        key: body.lastKey,
      })
      hits += shown.length
      lastKey = body.lastKey
    }
  }
  expect(hits).toBeGreaterThan(members.queries)
}, 120_000)

async function* offlineWords({ call }: TestSite) {
  const { body } = await call('GET', '/api/vocabulary/offline?part=public')
  for (const { first, last } of body.chunks)
    yield (await call('GET', `/api/vocabulary/offline/chunk?part=public&first=${first}&last=${last}`)).body.words
}
