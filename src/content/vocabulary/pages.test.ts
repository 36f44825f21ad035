import { describe, expect, test } from 'vitest'
import { buildImport } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { bareIpa, shownIpa } from '#text/ipa.ts'

const site = testSite()
const { keeper } = cast(site)

async function page(path: string): Promise<string> {
  return (await site.call('GET', path)).body
}

describe('a transcription', () => {
  test.each([
    ['samplɛ', '/samplɛ/', 'samplɛ'],
    ['/samplɔ/', '/samplɔ/', 'samplɔ'],
    ['[sampl\u02b0a]', '[sampl\u02b0a]', 'sampl\u02b0a'],
    ['a/b', '/a/b/', 'a/b'],
  ])('given as %s is shown once, as %s', (given, shown, bare) => {
    expect([shownIpa(given), bareIpa(given)]).toEqual([shown, bare])
  })

  test.each([
    ['/sampleɔ/', 'sampleone'],
    ['[sampleɛ]', 'sampletwo'],
  ])('given as %s is shown so on the pages of the word', async (ipa, form) => {
    const { id } = (await keeper.call('POST', '/api/vocabulary', { form, english: 'sample gloss', ipa })).body
    for (const path of [`/language/vocabulary/${id}`, '/language/vocabulary', '/language/vocabulary/print']) {
      const html = await page(path)
      expect(html, path).toContain(ipa)
      expect(html, path).not.toMatch(/\/[/[][^<]*sample[ɔɛ][/\]]\//)
    }
  })
})

describe('the direction of a text', () => {
  test.each([
    ['a word', 'vocabulary', 'form,english\nשלום,sample\n', '/language/vocabulary', /dir="auto"[^>]*>שלום</],
    ['a proverb', 'proverb', 'original\nعينة نص\n', '/language/proverbs', /dir="auto"[^>]*>(<a[^>]*>)?عينة/],
    ['a poem', 'poem', 'title,original\nSample title,عينة شعر\n', '/language/poems', /dir="auto"[^>]*>عينة/],
  ])('of %s follows its letters, in the list and on its page', async (_, type, file, list, marked) => {
    const { id } = await buildImport(site, keeper, file, type)
    await keeper.call('POST', `/api/imports/${id}/run`, {})
    await site.runJobs()
    const { body } = await keeper.call('GET', `/api/imports/${id}/rows?outcome=added`)
    expect(await page(list)).toMatch(marked)
    expect(await page(`${list}/${body.items[0].entryId}`)).toMatch(marked)
  })
})
