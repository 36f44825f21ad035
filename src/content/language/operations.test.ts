import { describe, expect, test } from 'vitest'
import { cast, testSite } from '#test/harness.ts'

const site = testSite()
const { keeper, admin, member } = cast(site)

const tags = async () => (await site.call('GET', '/api/languages')).body.items.map(({ tag }: { tag: string }) => tag)
const add = (glottocode: string, by = keeper) => by.call('POST', '/api/languages', { glottocode })
const poem = (more: object) =>
  member.call('POST', '/api/poems', { title: 'Sample title', original: 'Sample text', ...more })

test('a new site has one language, and its texts are in it', async () => {
  expect((await site.call('GET', '/api/languages')).body.items).toEqual([
    { tag: 'enb', name: 'Markweeta', iso639_3: 'enb', glottocode: 'mark1255', parent: null },
  ])
  expect((await poem({})).body.language).toBe('enb')
  expect((await poem({ language: '' })).body.language).toBe('enb')
})

describe('adding languages of Glottolog', () => {
  test('finds them by name or code, ignoring diacritics', async () => {
    const search = async (q: string) =>
      (await keeper.call('GET', `/api/languages/glottolog?q=${encodeURIComponent(q)}`)).body.items
    expect((await search('keiyo'))[0]).toEqual({ glottocode: 'keiy1238', name: 'Keiyo', iso639_3: 'eyo', parent: null })
    expect((await search('pokoot'))[0]).toMatchObject({ name: 'Pökoot', iso639_3: 'pko' })
    for (const code of ['swh', 'swah1253']) expect((await search(code))[0]).toMatchObject({ name: 'Swahili' })
    expect(await search('%')).toEqual([])
    expect(await search('')).toEqual([])
    expect((await search('a')).length).toBe(20)
  })

  test('gives each its own tag and adds it only once, even if several requests add it at the same time', async () => {
    expect((await add('keiy1238')).body.items.at(-1)).toMatchObject({
      tag: 'eyo',
      name: 'Keiyo',
      glottocode: 'keiy1238',
    })
    await Promise.all(Array.from({ length: 5 }, () => add('endo1242')))
    expect(await tags()).toEqual(['enb', 'eyo', 'enb-x-endo1242'])
    const { items } = (await site.call('GET', '/api/languages')).body
    expect(items.at(-1)).toMatchObject({ name: 'Endo', iso639_3: null, parent: 'enb' })
  })

  test('refuses codes that don’t exist, and is refused to members and guests', async () => {
    expect(await add('none0000')).toMatchObject({ status: 400, body: { issues: [{ path: 'glottocode' }] } })
    expect((await add('nonsense')).status).toBe(400)
    expect((await add('tuge1241', member)).status).toBe(403)
    expect((await site.call('POST', '/api/languages', { glottocode: 'tuge1241' })).status).toBe(401)
    expect((await member.call('GET', '/api/languages/glottolog?q=a')).status).toBe(403)
  })
})

describe('the language of an entry', () => {
  test('is set when the entry is written, and can’t be changed to an unknown one', async () => {
    const { body } = await poem({ language: 'eyo' })
    expect(body.language).toBe('eyo')
    const change = (language: string) =>
      member.call('PATCH', `/api/poems/${body.id}`, { language }, { 'if-match': `"${body.updatedAt}"` })
    expect(await change('xxx')).toMatchObject({ status: 400, body: { issues: [{ path: 'language' }] } })
    const proverb = await member.call('POST', '/api/proverbs', { original: 'Sample text', language: 'enb-x-endo1242' })
    expect(proverb.body.language).toBe('enb-x-endo1242')
    const word = await member.call('POST', '/api/vocabulary', {
      form: 'sample',
      english: 'sample',
      language: 'eyo',
    })
    expect(word.body.language).toBe('eyo')
    expect((await member.call('GET', `/api/vocabulary/${word.body.id}`)).body.language).toBe('eyo')
  })

  test('is one that the site has', async () => {
    for (const [path, fields] of [
      ['poems', { title: 'Sample', original: 'Sample' }],
      ['proverbs', { original: 'Sample' }],
      ['vocabulary', { form: 'sample', english: 'sample' }],
    ] as const) {
      const answer = await member.call('POST', `/api/${path}`, { ...fields, language: 'xxx' })
      expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'language' }] } })
    }
  })
})

test('a language with entries can’t be removed, and neither can the site’s own', async () => {
  const remove = (tag: string, by = keeper) => by.call('DELETE', `/api/languages/${tag}`)
  expect((await remove('eyo')).status).toBe(409)
  expect((await remove('enb')).status).toBe(409)
  expect((await remove('eyo', member)).status).toBe(403)
  await add('tuge1241')
  expect((await remove('tuy')).status).toBe(200)
  expect((await remove('tuy')).status).toBe(404)
  expect(await tags()).toEqual(['enb', 'eyo', 'enb-x-endo1242'])
})

test('an admin chooses the site’s own language, which is the default for new texts', async () => {
  const choose = (tag: string, by = admin) => by.call('POST', `/api/languages/${tag}/own`, {})
  expect((await choose('eyo', keeper)).status).toBe(403)
  expect((await choose('xxx')).status).toBe(404)
  expect((await choose('eyo')).body.items[0].tag).toBe('eyo')
  expect((await poem({})).body.language).toBe('eyo')
})
