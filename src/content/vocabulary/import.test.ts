import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { testSite } from '#test/harness.ts'
import { importPublishedWords, readPublishedWords } from './import.ts'
import { numberWord } from './number-word.ts'
import { vocabulary, vocabularyTerms } from './table.ts'

const folder = join(import.meta.dirname, '../../../data/marakwet')
const site = testSite()

test('the lists have 82 usable words; incomplete rows are left out', async () => {
  const words = await readPublishedWords(folder)
  expect(words).toHaveLength(82)
  expect(words.filter(({ ipaApproximate }) => ipaApproximate)).toHaveLength(37)
  expect(words.map(({ sourceId }) => sourceId)).not.toContain('mark1255-2-29-1')
  expect(words.filter(({ loan }) => loan).map(({ english }) => english)).toEqual([
    'sixty',
    'seventy',
    'eighty',
    'ninety',
    'thousand',
  ])
})

test('a numeral and ASJP forms have the data of their studies', async () => {
  const words = await readPublishedWords(folder)
  const find = (sourceId: string) => words.find((word) => word.sourceId === sourceId)
  expect(find('mark1255-2-21-1')).toMatchObject({
    form: 'típtə́m ŋɡɔː ɒ́kɔ́ːŋɔ',
    english: 'twenty-one',
    partOfSpeech: 'numeral',
    dialect: 'Endo',
    ipa: 'típtə́m ŋɡɔː ɒ́kɔ́ːŋɔ',
    ipaApproximate: false,
    source: { licence: 'CC BY 4.0', short: 'Zwarts 2007', url: null },
  })
  expect(find('asjp12-endo-86-2')).toMatchObject({ form: 'tul', english: 'mountain, hill', ipaApproximate: true })
  expect(find('asjp12-endo-18-1')).toMatchObject({ form: 'tʃitʃ', source: { form: 'CiC' } })
})

test('a second import changes nothing, even for words that a keeper has edited or deleted', async () => {
  expect(await importPublishedWords(site, folder)).toBe(82)
  const keeper = await site.person({ roles: ['keeper'] })
  const [edited, removed] = (await site.call('GET', '/api/vocabulary?q=tongue')).body.items.concat(
    (await site.call('GET', '/api/vocabulary?q=knee')).body.items,
  )
  await keeper.call('PATCH', `/api/vocabulary/${edited.id}`, { meaning: 'a note of a keeper', confirmed: true })
  await keeper.call('DELETE', `/api/vocabulary/${removed.id}`)
  expect(await importPublishedWords(site, folder)).toBe(0)
  const [{ count } = { count: 0 }] = await site.db.select({ count: sql<number>`count(*)::int` }).from(vocabulary)
  expect(count).toBe(81)
  expect((await site.call('GET', `/api/vocabulary/${edited.id}`)).body).toMatchObject({
    meaning: 'a note of a keeper',
    confirmed: true,
    source: { short: 'Zwarts 2004 through ASJP' },
  })
  expect((await site.call('GET', `/api/vocabulary/${removed.id}`)).status).toBe(404)
})

test('imported words are public, have no author, and have search terms', async () => {
  const rows = await site.db.select().from(entries).where(eq(entries.type, 'vocabulary'))
  expect(rows.every((row) => row.visibility === 'public' && row.authorId === null && row.publishedAt)).toBe(true)
  const terms = await site.db.selectDistinct({ id: vocabularyTerms.entryId }).from(vocabularyTerms)
  expect(terms).toHaveLength(rows.length)
})

test('two instances that import at the same time add each word once', async () => {
  await site.db.execute(sql`delete from entries; delete from site_state where name like '%imported%'`)
  const counts = await Promise.all([importPublishedWords(site, folder), importPublishedWords(site, folder)])
  expect(counts.sort((a, b) => a - b)).toEqual([0, 82])
})

test('numbers are written in words', () => {
  expect([1, 20, 21, 99, 100, 200, 1000, 2000, 2345].map(numberWord)).toEqual([
    'one',
    'twenty',
    'twenty-one',
    'ninety-nine',
    'hundred',
    'two hundred',
    'thousand',
    'two thousand',
    'two thousand three hundred forty-five',
  ])
  expect(() => numberWord(1.5)).toThrow(RangeError)
})
