import { expect, test } from 'vitest'
import { buildProverb } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'

const site = testSite()
const { author } = cast(site)

test('uses its first line as the title, even after that line is edited', async () => {
  const long = `${'é'.repeat(250)}\nsecond line`
  const proverb = await buildProverb(author, { original: long, meaning: 'sample meaning' })
  expect(proverb).toMatchObject({
    title: 'é'.repeat(200),
    original: long,
    translation: null,
    meaning: 'sample meaning',
  })
  const change = async (fields: object) => (await author.call('PATCH', `/api/proverbs/${proverb.id}`, fields)).body
  expect(await change({ original: 'changed original' })).toMatchObject({
    title: 'changed original',
    meaning: 'sample meaning',
  })
  expect((await change({ meaning: ' ' })).meaning).toBeNull()
})

test.each([
  [{}, ['original']],
  [{ original: '\n \t' }, ['original']],
  [{ original: 'x'.repeat(2001) }, ['original']],
  [{ original: 'x', meaning: 'x'.repeat(5001) }, ['meaning']],
])('refuses %j and names the invalid fields', async (input, fields) => {
  const { status, body } = await author.call('POST', '/api/proverbs', input)
  expect([status, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([400, fields])
})

test('is found by words from any of its fields, through the old /content endpoint', async () => {
  const { id } = await buildProverb(author, { original: 'quokka', translation: 'bandicoot', meaning: 'potoroo' })
  for (const q of ['QUOK', 'bandicoot', 'potoroo quokka']) {
    const { body } = await site.call('GET', `/content?operation=getProverbs&q=${q}`)
    expect(body.data.map((item: { id: string }) => item.id)).toEqual([id])
  }
})
