import { downloadZip } from 'client-zip'
import { expect, test } from 'vitest'
import { buildImport, buildPoem } from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'

const site = testSite()
const { keeper, member } = cast(site)

const count = 40
const term = (name: string) => `http://cldf.clld.org/v1.0/terms.rdf#${name}`

/** Imports 40 words of a dataset. Returns the id of the import. */
async function importWords() {
  const columns = [
    ...[
      ['ID', 'id'],
      ['Language_ID', 'languageReference'],
      ['Parameter_ID', 'parameterReference'],
      ['Form', 'form'],
    ],
  ].map(([name, property = '']) => ({ name, propertyUrl: term(property) }))
  const metadata = {
    'dc:conformsTo': term('Wordlist'),
    'dc:title': 'Sample dataset',
    tables: [{ url: 'forms.csv', 'dc:conformsTo': term('FormTable'), tableSchema: { columns } }],
  }
  const rows = Array.from({ length: count }, (_, at) => `${at},Sample,gloss ${at},importedword${at}`)
  const zip = downloadZip([
    { name: 'metadata.json', input: JSON.stringify(metadata) },
    { name: 'forms.csv', input: ['ID,Language_ID,Parameter_ID,Form', ...rows].join('\n') },
  ])
  const { id } = await buildImport(site, keeper, new Uint8Array(await zip.arrayBuffer()))
  await keeper.call('POST', `/api/imports/${id}/run`, {})
  await site.runJobs()
  return id
}

type Line = { id: string; title: string; batch?: { id: string; count: number } }
const lines = async (path: string, person?: Person): Promise<Line[]> =>
  (await (person ?? site).call('GET', path)).body.items

test('an import is one line of what is new, and what people post are lines of their own', async () => {
  await buildPoem(member, { title: 'Before' })
  await member.call('POST', '/api/vocabulary', { form: 'postedword', english: 'gloss' })
  const id = await importWords()
  await buildPoem(member, { title: 'After' })

  const expected = ['After', '40 words were imported from Sample dataset', 'postedword', 'Before']
  for (const path of ['/api/newest', '/api/explore?by=members'])
    for (const person of [undefined, member]) {
      const items = await lines(path, person)
      expect(items.map(({ title }) => title)).toEqual(expected)
      expect(items.map(({ batch }) => batch)).toEqual([undefined, { id, count }, undefined, undefined])
    }
  const newest = await lines('/api/feed/newest', member)
  expect(newest.map(({ title }) => title)).toEqual([expected[1], 'After'])
  const words = await lines('/api/explore?by=members&kind=vocabulary', member)
  expect(words.map(({ title }) => title)).toEqual([expected[1], 'postedword'])

  const { body: atom } = await site.call('GET', '/feed.xml')
  expect([...atom.matchAll(/<entry>.*?<title>(.*?)</gs)].map(([, title]) => title)).toEqual(expected)
  const page = `/explore?kind=vocabulary&amp;batch=${id}`
  expect(atom).toContain(`<id>urn:uuid:${id}</id>`)
  expect(atom).toContain(page)
  expect((await site.call('GET', '/')).body).toContain(`<a href="${page}">${expected[1]}</a>`)
  const kiswahili = await site.call('GET', '/api/newest', undefined, { 'accept-language': 'sw' })
  expect(kiswahili.body.items[1].title).toBe('Tumeleta maneno 40 kutoka Sample dataset')

  // The line leads to the list of its words, and a search finds each of them.
  const { body: list } = await site.call('GET', page.replace('&amp;', '&'))
  expect(list).toContain('importedword39')
  expect(list).not.toContain('postedword')
  expect((await lines('/api/newest?q=importedword7')).map(({ title }) => title)).toEqual(['importedword7'])

  // Pages go on after the line without repeating or losing an entry.
  const first = (await site.call('GET', '/api/newest?limit=2')).body
  const rest = await lines(`/api/newest?limit=2&lastKey=${encodeURIComponent(JSON.stringify(first.lastKey))}`)
  expect([...first.items, ...rest].map(({ title }) => title)).toEqual(expected)

  // Words that the reader may not see don't count, and no line is left when none may be seen.
  const { items: imported } = (await site.call('GET', `/api/explore?batch=${id}&limit=100`)).body
  expect(imported).toHaveLength(count)
  const hide = (entry: Line, visibility: string) => keeper.call('PATCH', `/api/vocabulary/${entry.id}`, { visibility })
  for (const entry of imported.slice(0, 2)) expect((await hide(entry, 'members')).status).toBe(200)
  const titleFor = async (person?: Person) =>
    (await lines('/api/newest', person)).map(({ title }) => title).find((title) => title.includes('imported'))
  expect(await titleFor()).toBe('38 words were imported from Sample dataset')
  expect(await titleFor(member)).toBe('40 words were imported from Sample dataset')
  expect((await site.call('GET', '/feed.xml')).body).toContain('38 words were imported')
  await keeper.call('POST', `/api/imports/${id}/undo`, { also: imported.slice(0, 2).map((entry: Line) => entry.id) })
  await site.runJobs()
  expect(await titleFor(member)).toBeUndefined()
  expect((await site.call('GET', '/feed.xml')).body).not.toContain('imported')
})
