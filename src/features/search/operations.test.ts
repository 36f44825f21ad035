import { beforeAll, describe, expect, test } from 'vitest'
import { entries } from '#content/entry/table.ts'
import { refold } from '#content/refold.ts'
import { importPublishedWords } from '#content/vocabulary/import.ts'
import { buildArticle, buildArtifact, buildEvent, buildHeritage, buildPoem } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { everyPage } from '#test/pages.ts'
import { phonePhoto, sound, uploadFile } from '#test/samples.ts'

const site = testSite()
const { member, keeper } = cast(site)

beforeAll(async () => {
  await importPublishedWords(site.services, 'data/marakwet')
})

async function find(query: Record<string, string>, call = site.call) {
  const answer = await call('GET', `/api/search?${new URLSearchParams(query)}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title)
const withBrackets = (parts: { text: string; hit: boolean }[]) =>
  parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('')

describe('search results', () => {
  test('are words with the searched form, then exact titles, words in titles, and texts', async () => {
    await buildArticle(member, { title: 'Sample text', content: '<p>About a mountain.</p>' })
    await buildArticle(member, { title: 'Mountains of a sample', content: '<p>Sample.</p>' })
    await buildPoem(member, { title: 'Mountain' })
    const { items } = await find({ q: 'MOUNTAIN' })
    expect(items.slice(0, -3).every(({ type }: { type: string }) => type === 'vocabulary')).toBe(true)
    expect(items.length).toBeGreaterThan(3)
    expect(titles({ items: items.slice(-3) })).toEqual(['Mountain', 'Mountains of a sample', 'Sample text'])
    expect(withBrackets(items.at(-2).titleParts)).toBe('[Mountains] of a sample')
    expect(withBrackets(items.at(-1).excerpt)).toBe('About a [mountain]. · Culture')
    expect(items.at(-1).url).toBe(`/articles/${items.at(-1).id}`)
  })

  test('have the picture of their entry', async () => {
    const picture = await uploadFile(site, member, await phonePhoto())
    await buildArticle(member, { title: 'Pictured sample', coverImage: picture })
    const [pictured] = (await find({ q: 'pictured' })).items
    expect(pictured.cover).toMatchObject({ url: picture, kind: 'image' })
    await buildPoem(member, { title: 'Bare sample' })
    expect((await find({ q: 'bare' })).items).toMatchObject([{ cover: null }])
  })

  test('can be limited to one type', async () => {
    const { items } = await find({ q: 'mountain', type: 'poem' })
    expect(titles({ items })).toEqual(['Mountain'])
    expect((await find({ q: 'mountain', type: "x' | !'y" })).items).toEqual([])
  })

  test('don’t repeat or skip an entry between pages while others post', async () => {
    for (let at = 0; at < 7; at++) await buildPoem(member, { title: `Pagewise ${at}`, original: 'sample' })
    for (let at = 0; at < 7; at++) await buildPoem(member, { title: `Sample ${at}`, original: 'about pagewise things' })
    await buildPoem(member, { title: 'Pagewise' })
    const meanwhile = ({ length }: object[]) => buildPoem(member, { title: `Pagewise late ${length}` })
    const pagedTitles = titles({ items: await everyPage(site, '/api/search?q=pagewise&limit=3', meanwhile) })
    expect(pagedTitles).toHaveLength(15)
    expect(new Set(pagedTitles).size).toBe(15)
    expect(pagedTitles[0]).toBe('Pagewise')
    expect(pagedTitles.slice(1, 8).every((title) => title.startsWith('Pagewise '))).toBe(true)
  })

  test('keep their order when there are too many matches to sort them all', async () => {
    const at = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
    const { searchColumns } = await import('#content/entry/list/search.ts')
    const rows = Array.from({ length: 2500 }, (_, number) => ({
      ...searchColumns('heritage', { title: `Crowded ${number}`, names: [], words: '' }),
      id: at(number),
      type: 'heritage' as const,
      title: `Crowded ${number}`,
      visibility: 'public' as const,
      publishedAt: new Date().toISOString(),
    }))
    for (let from = 0; from < rows.length; from += 500)
      await site.db.insert(entries).values(rows.slice(from, from + 500))
    const first = await find({ q: 'crowded' })
    expect(titles(first)).toEqual(Array.from({ length: 10 }, (_, number) => `Crowded ${2499 - number}`))
    const second = await find({ q: 'crowded', lastKey: JSON.stringify(first.lastKey) })
    expect(titles(second)[0]).toBe('Crowded 2489')
    const low = await find({ q: 'crowded', lastKey: JSON.stringify({ ...first.lastKey, id: at(5) }) })
    expect(titles(low)).toEqual([4, 3, 2, 1, 0].map((number) => `Crowded ${number}`))
    expect(low.lastKey).toBe(null)
    // These are newer than all matches, so that none of the newest entries matches.
    const others = rows.map((row, number) => ({
      ...row,
      ...searchColumns('heritage', { title: 'Elsewhere', names: [], words: '' }),
      id: `10000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
      title: 'Elsewhere',
    }))
    for (let from = 0; from < others.length; from += 500)
      await site.db.insert(entries).values(others.slice(from, from + 500))
    expect(titles(await find({ q: 'crowded' }))).toEqual(titles(first))
  })
})

describe('spelling', () => {
  test.each([
    ['aku', 'āku'],
    ['AKU', 'Ākú'],
    ['kango', 'kaŋo'],
    ['kano', 'kaŋo'],
    ['kaŋo', "kang'o"],
    ['kano', "KANG'O"],
    ['dont', 'don’t'],
  ])('%s finds %s', async (q, spelling) => {
    const { id } = await buildPoem(member, { title: `Sample ${spelling}`, original: `first\nthen ${spelling} again` })
    const { items } = await find({ q, type: 'poem', limit: '100' })
    const result = items.find((item: { id: string }) => item.id === id)
    expect(withBrackets(result.titleParts)).toBe(`Sample [${spelling}]`)
    expect(withBrackets(result.excerpt)).toContain(`then [${spelling}] again`)
  })

  test('a word of the imported lists is found without its marks', async () => {
    const { items } = await find({ q: 'akongo' })
    expect(
      items
        .slice(0, 2)
        .map(({ title }: { title: string }) => title)
        .sort(),
    ).toEqual(['akoŋo', 'ɒ́kɔ́ːŋɔ'])
  })

  test('if nothing is found, the dictionary offers similar spellings', async () => {
    const { items, near } = await find({ q: 'mountian' })
    expect(items).toEqual([])
    expect(near.length).toBeGreaterThan(0)
    expect(near[0].english).toContain('mountain')
    expect((await find({ q: 'mountain' })).near).toEqual([])
  })
})

test('the texts of heritage entries, artifacts, events, words and proverbs are found', async () => {
  const searchTitles = async (q: string) => titles(await find({ q }, keeper.call))
  await buildHeritage(keeper, {
    title: 'Sample heritage',
    summary: 'hsummary',
    body: '<p>hbody</p>',
    place: 'hplace',
    narrator: 'hnarrator',
  })
  for (const word of ['hsummary', 'hbody', 'hplace', 'hnarrator'])
    expect(await searchTitles(word)).toEqual(['Sample heritage'])
  await buildArtifact(keeper, {
    name: 'Sample artifact',
    localName: 'alocal',
    description: 'adescription',
    materials: ['amaterial'],
    use: 'ause',
    maker: 'amaker',
    period: 'aperiod',
    heldAt: 'aheld',
  })
  for (const word of ['alocal', 'adescription', 'amaterial', 'ause', 'amaker', 'aperiod', 'aheld'])
    expect(await searchTitles(word)).toEqual(['Sample artifact'])
  await buildEvent(member, {
    title: 'Sample event',
    venue: 'evenue',
    location: 'elocation',
    description: 'edescription',
    schedule: [{ time: '10:00', title: 'eplan', description: 'enote' }],
  })
  for (const word of ['evenue', 'elocation', 'edescription', 'eplan', 'enote'])
    expect(await searchTitles(word)).toEqual(['Sample event'])
  await keeper.call('POST', '/api/vocabulary', {
    form: 'Sample form',
    english: 'venglish',
    meaning: 'vmeaning',
    example: { form: 'vfirst', english: 'vsecond' },
  })
  for (const word of ['venglish', 'vmeaning', 'vfirst', 'vsecond'])
    expect(await searchTitles(word)).toEqual(['Sample form'])
  const proverb = { original: 'Sample line\npsecond', translation: 'ptranslation', meaning: 'pmeaning' }
  await keeper.call('POST', '/api/proverbs', proverb)
  for (const word of ['psecond', 'ptranslation', 'pmeaning']) expect(await searchTitles(word)).toEqual(['Sample line'])
})

test('a recording is found by its transcripts, as long as they exist', async () => {
  const other = await site.person()
  const wav = `data:audio/wav;base64,${sound().toString('base64')}`
  const post = await member.call('POST', '/api/media', { title: 'Sample recording', link: wav, visibility: 'public' })
  const path = `/api/media/${post.body.id}/transcripts`
  const { body } = await other.call('POST', path, { text: 'Writtenword', translation: 'Translatedword' })
  for (const q of ['writtenword', 'translatedword']) expect(titles(await find({ q }))).toEqual(['Sample recording'])
  await member.call('PATCH', `/api/media/${post.body.id}`, { description: 'Sample' })
  expect(titles(await find({ q: 'writtenword' }))).toEqual(['Sample recording'])
  await other.call('DELETE', `${path}/${body.id}`)
  expect((await find({ q: 'writtenword' })).items).toEqual([])
})

test('a changed entry is found by its new text', async () => {
  const { id } = await buildPoem(member, { title: 'Beforetitle', original: 'beforetext' })
  await member.call('PATCH', `/api/poems/${id}`, { title: 'Aftertitle' })
  expect((await find({ q: 'beforetitle' })).items).toEqual([])
  expect(titles(await find({ q: 'aftertitle' }))).toEqual(['Aftertitle'])
  expect(titles(await find({ q: 'beforetext' }))).toEqual(['Aftertitle'])
})

test('entries with an older folding are folded again', async () => {
  const { id } = await buildPoem(member, { title: 'Foldedword' })
  const { eq } = await import('drizzle-orm')
  const stale = { folding: 0, search: '' }
  await site.db.update(entries).set(stale).where(eq(entries.id, id))
  expect((await find({ q: 'foldedword' })).items).toEqual([])
  await refold(site.db)
  expect(titles(await find({ q: 'foldedword' }))).toEqual(['Foldedword'])
})

describe('visibility', () => {
  test('non-public entries are found only by people who can see them', async () => {
    await buildPoem(member, { title: 'Secretword members', visibility: 'members' })
    await buildPoem(member, { title: 'Secretword draft', state: 'draft' })
    await buildPoem(keeper, { title: 'Secretword keepers', visibility: 'keepers' })
    expect((await find({ q: 'secretword' })).items).toEqual([])
    expect(titles(await find({ q: 'secretword' }, member.call))).toEqual(['Secretword members'])
    expect(titles(await find({ q: 'secretword' }, keeper.call)).sort()).toEqual([
      'Secretword keepers',
      'Secretword members',
    ])
  })

  test('a deleted entry is not found', async () => {
    const { id } = await buildPoem(member, { title: 'Goneword' })
    await member.call('DELETE', `/api/poems/${id}`)
    expect((await find({ q: 'goneword' }, keeper.call)).items).toEqual([])
  })
})

describe('bad input', () => {
  test.each([
    ["' & | ! ( ) <-> :* \\"],
    ['"quoted" -minus +plus'],
    ['...!?'],
    ['\u202e\u2066'],
    ['مرحبا بالعالم'],
    ['a'.repeat(200)],
    ['%_\\%'],
    [
      Array.from({ length: 50 }, (_, at) => `w${at}`)
        .join(' ')
        .slice(0, 200),
    ],
    ['\ud800'],
    ['ﷺ'.repeat(200)],
  ])('finds nothing for %j, without an error', async (q) => {
    expect((await find({ q })).items).toEqual([])
  })

  test('a control character is refused', async () => {
    for (const q of ['a\0b', '\u001b'])
      expect((await site.call('GET', `/api/search?q=${encodeURIComponent(q)}`)).status).toBe(400)
  })

  test('more than 200 characters are refused', async () => {
    expect((await site.call('GET', `/api/search?q=${'a'.repeat(201)}`)).status).toBe(400)
  })

  test.each([
    { value: 9, id: crypto.randomUUID() },
    { value: 'x', id: crypto.randomUUID() },
    { value: 1.5, id: crypto.randomUUID() },
    { value: -1, id: crypto.randomUUID() },
    { value: 0, id: 'x' },
  ])('refuses the key %j, which no search returns', async (lastKey) => {
    const answer = await site.call('GET', `/api/search?q=x&lastKey=${encodeURIComponent(JSON.stringify(lastKey))}`)
    expect(answer.status).toBe(400)
  })

  test('titles and texts of any kind are indexed', async () => {
    const title = `${'ﷺ'.repeat(150)} Hostiletitle`
    const original = `${'ﷺ '.repeat(4000)}${'\u0301'.repeat(500)} '); drop table entries; -- \\ ' :* & | <script>`
    const { id } = await buildPoem(member, { title, original })
    const { items } = await find({ q: 'hostiletitle script' })
    expect(items.map((item: { id: string }) => item.id)).toEqual([id])
  })
})
