import { beforeAll, expect, test } from 'vitest'
import type { Key } from '#core/page.ts'
import { buildDictionary, type Dictionary } from '#src/offline/dictionary/index.ts'
import { behind, keyOf, searchDictionary } from '#src/offline/dictionary/search.ts'
import { testSite } from '#test/harness.ts'

// The site's search and the device's search must find the same words, so that readers who lose signal notice no
// difference.

const site = testSite()
const syllables = ['sa', 'sam', 'ŋɔ', 'ple', 'pel', 'pl', 'sample', 'e']
const syllable = (at: number) => syllables[at % syllables.length]
let dictionary: Dictionary

beforeAll(async () => {
  const keeper = await site.person({ roles: ['keeper'] })
  for (let at = 0; at < 80; at++) {
    const { status } = await keeper.call('POST', '/api/vocabulary', {
      form: `${syllable(at)}${syllable(at * 3 + 1)}${at % 3 ? '' : ` ${syllable(at + 2)}`}`,
      english: at % 4 ? `${syllable(at * 5)}${syllable(at)} ${syllable(at >> 2)}` : 'a sample, of pages',
      ...(at % 5 === 0 && { ipa: `ˈ${syllable(at)}${syllable(at >> 1)}` }),
    })
    expect(status).toBe(201)
  }
  dictionary = await buildDictionary(offlineWords())
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

async function* offlineWords() {
  const { body } = await site.call('GET', '/api/vocabulary/offline?part=public')
  for (const { first, last } of body.chunks)
    yield (await site.call('GET', `/api/vocabulary/offline/chunk?part=public&first=${first}&last=${last}`)).body.words
}
