import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
import { readBibtex } from '#features/import/cldf/bibtex.ts'
import {
  buildArticle,
  buildArtifact,
  buildConservation,
  buildEvent,
  buildHeritage,
  buildImport,
  buildPoem,
} from '#test/build.ts'
import { cast, type Person, testSite } from '#test/harness.ts'
import { readCsv } from '#text/csv.ts'

const site = testSite()
const { keeper, member } = cast(site)

const formulas = ['=1+1', '+sample', '-sample', '@sample', "'=sample", "'sample", '"sample", sample']

async function fill() {
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const full = {
    meaning: 'sample meaning\nof two lines',
    example: { form: 'sample example', english: 'sample example, translated' },
    swahili: 'tafsiri ya mfano',
    partOfSpeech: 'noun',
    dialect: 'Sample dialect',
    ipa: 'sample',
  }
  const words: object[] = [full, {}, { visibility: 'members' }, { visibility: 'keepers' }, { confirmed: false }]
  for (const [at, word] of words.entries())
    await keeper.call('POST', '/api/vocabulary', {
      form: `sampleword${at}`,
      english: `sample gloss ${at}`,
      ...word,
    })
  for (const [at, form] of formulas.entries())
    expect((await keeper.call('POST', '/api/vocabulary', { form, english: `-gloss ${at}` })).status).toBe(201)
  const rows = ['word,english,source,source_url,licence,source_id,loan,ipa,ipa_approximate']
  rows.push(
    'samplesourced,sourced,"Author, Sample. 2020. Sample title.",https://site.test/x,CC BY 4.0,list/1,yes,samp,1',
  )
  const sent = await buildImport(site, keeper, rows.join('\n'))
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
}

async function exported(name: string): Promise<Uint8Array> {
  const answer = await site.app.request(`http://site.test/api/export/${name}`, {
    headers: { authorization: `Bearer ${keeper.token}` },
  })
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

test.each(['vocabulary.csv', 'vocabulary.zip'])(
  '%s can be imported into an empty archive, whose vocabulary.csv is then identical',
  async (name) => {
    await fill()
    const file = await exported(name)
    const table = Buffer.from(await exported('vocabulary.csv')).toString()
    expect(table.split('\r\n')).toHaveLength(words + 2)
    await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
    const sent = await buildImport(site, keeper, file)
    expect(sent.counts).toMatchObject({ fresh: words, present: 0, wrong: 0 })
    await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
    await site.runJobs()
    expect(Buffer.from(await exported('vocabulary.csv')).toString()).toBe(table)
    // Importing it again adds nothing.
    expect((await buildImport(site, keeper, file)).counts).toMatchObject({ fresh: 0, present: words, wrong: 0 })
  },
)
const words = 5 + formulas.length + 1

test('a reader who disconnects during a zip causes no error, and the next reader gets the complete file', async () => {
  await fill()
  const { body } = await site.app.request('http://site.test/export/vocabulary.zip')
  const reader = body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await reader?.cancel('gone')
  const complete = await site.app.request('http://site.test/export/vocabulary.zip')
  expect(Buffer.from(await complete.arrayBuffer()).subarray(-22, -18)).toEqual(Buffer.from('PK\x05\x06'))
})

test('no cell can be a formula', async () => {
  await fill()
  const table = Buffer.from(await exported('vocabulary.csv')).toString()
  expect(table.charCodeAt(0)).toBe(0xfeff)
  for (const line of table.slice(1).split('\r\n'))
    for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@\t]/)
  expect(table).toContain("'=1+1,'-gloss 0")
})

test('guests get public entries; keepers get all that they may see, through the API, which refuses others', async () => {
  await fill()
  const read = async (path: string, person?: Person) => (await (person ? person.call : site.call)('GET', path)).body
  const guests = await read('/export/vocabulary.csv')
  expect(guests).toContain('sampleword0')
  expect(guests).not.toMatch(/sampleword[23]/)
  expect(await read('/export/vocabulary.csv', keeper)).toBe(guests)
  expect(await read('/api/export/vocabulary.csv', keeper)).toMatch(/sampleword2[\s\S]*sampleword3/)
  const [line] = await site.db.select().from(auditLog).where(eq(auditLog.actorId, keeper.id)).orderBy(desc(auditLog.id))
  expect(line).toMatchObject({ action: 'archive:export', detail: { file: 'vocabulary.csv' } })
  for (const person of [undefined, member]) {
    const answer = await (person ? person.call : site.call)('GET', '/api/export/vocabulary.csv')
    expect(answer.status).toBe(person ? 403 : 401)
  }
  for (const name of ['password.csv', 'constructor.csv', 'suggestion.csv', 'vocabulary.xml', 'everything.csv'])
    expect((await site.call('GET', `/export/${name}`)).status).toBe(404)
})

test('public entries are exported as one compressed JSON-LD document and one CSV file for each type', async () => {
  await fill()
  const artifact = await buildArtifact(keeper, { materials: ['sample clay', 'sample wood'] })
  await buildConservation(keeper, { artifactId: artifact.id })
  await buildHeritage(keeper)
  await buildPoem(member)
  await member.call('POST', '/api/proverbs', { original: 'sample original' })
  await buildArticle(member)
  await buildArticle(member, { title: 'Sample hidden title', visibility: 'members' })
  await buildEvent(member)
  const answer = await site.app.request('http://site.test/export/everything.jsonld', {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect([answer.headers.get('content-encoding'), answer.headers.get('content-disposition')]).toEqual([
    'gzip',
    'attachment; filename="everything.jsonld"',
  ])
  const { body } = await site.call('GET', '/export/everything.jsonld')
  const graph = body['@graph'] as Record<string, unknown>[]
  expect(body['@context']).toMatchObject({ '@vocab': 'https://schema.org/', dcterms: 'http://purl.org/dc/terms/' })
  const kinds = new Set(graph.map((node) => node['@type']))
  const expected = ['DefinedTerm', 'ArchiveComponent', 'Report', 'CreativeWork', 'Quotation', 'Article', 'Event']
  expect([...kinds].sort()).toEqual(expected.sort())
  expect(JSON.stringify(graph)).not.toMatch(/sampleword[23]|Sample hidden title/)
  expect(graph.find((node) => node['@type'] === 'ArchiveComponent')).toMatchObject({
    '@id': `http://site.test/artifacts/${artifact.id}`,
    name: 'Sample artifact name',
    material: ['sample clay', 'sample wood'],
  })
  for (const type of ['article', 'artifact', 'conservation', 'event', 'media', 'vocabulary']) {
    const csv = await site.call('GET', `/export/${type}.csv`)
    expect([type, csv.status, csv.headers.get('content-type')]).toEqual([type, 200, 'text/csv; charset=utf-8'])
  }
  expect((await site.call('GET', '/export/artifact.csv')).body).toContain('sample clay; sample wood')
  expect((await site.call('GET', '/export/article.csv')).body).not.toContain('Sample hidden title')
})

// Files for programs contain every text as it is. All texts are artificial.

/** Returns the files of the exported ZIP file, which isn't compressed, as one text. */
const dataset = async () =>
  Buffer.from(await (await site.app.request('http://site.test/export/vocabulary.zip')).arrayBuffer())

const forms = ['-samplesuffix', '=sample', '@sample', '+samplesuffix', "'-sample", "''=sample"]

test('CLDF contains affixes and signs as they are, and reading it changes none', async () => {
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  for (const [at, form] of forms.entries()) {
    const word = { form, english: `-gloss ${at}`, meaning: '=sample meaning', dialect: '-Sample dialect' }
    expect((await keeper.call('POST', '/api/vocabulary', word)).status).toBe(201)
  }
  const zip = await dataset()
  const text = zip.toString()
  const rows = readCsv(text.slice(text.indexOf('ID,Language_ID'))).slice(1, forms.length + 1)
  expect(rows.map(({ cells }) => cells[4]).sort()).toEqual([...forms].sort())
  expect(rows.map(({ cells }) => cells[5])).toEqual(forms.map(() => '=sample meaning'))
  expect(text).toContain(',-Sample dialect,')
  expect(text).toMatch(/^meaning-[0-9a-f]{16},-gloss 0,/m)

  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const sent = await buildImport(site, keeper, zip)
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  const { items } = (await site.call('GET', '/api/vocabulary?limit=100')).body
  expect(items.map((word: { form: string }) => word.form).sort()).toEqual([...forms].sort())
})

test.each(['\r\n', '\r'])(
  'a program that ends the lines of cells with %j changes nothing in a table',
  async (lineEnd) => {
    await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
    const word = { form: 'sample', english: 'gloss', meaning: 'Sample line\nand another' }
    expect((await keeper.call('POST', '/api/vocabulary', word)).status).toBe(201)
    const table = (await keeper.call('GET', '/api/export/vocabulary.csv')).body as string
    const saved = table.replace(/(?<!\r)\n/g, lineEnd)
    expect(saved).not.toBe(table)
    expect((await buildImport(site, keeper, saved)).counts).toMatchObject({ fresh: 0, differing: 0, wrong: 0 })
  },
)

test.each([
  ['https://site.test/a_b?c=1&d=50%25#e', 'Sample, A. 2020. Sample title. https://site.test/~sample/x_y--z.'],
  ['https://site.test/@sample/$1', 'Sample & Sons. Ask sample_author@mail.site.test, or see http://site.test/100%_&.'],
])('BibTeX keeps the address %s and those in the citation, and an import reads them back', async (url, citation) => {
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const file = `word,english,source,source_url\nsample,gloss,"${citation}",${url}`
  const sent = await buildImport(site, keeper, file)
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  const bib = /@misc\{[\s\S]*?\n\}/.exec((await dataset()).toString())?.[0] ?? ''
  expect(bib).toContain(`url = {${url}}`)
  for (const [address] of citation.matchAll(/https?:\S+?(?=[.,]?(\s|$))|\S+@[\w.]+\w/g))
    expect(bib).toContain(`{${address}}`)
  const [study] = [...readBibtex(bib).values()]
  expect(study?.url).toBe(url)
  expect(study?.citation).toContain(citation.replace(/\.$/, ''))
})

test.each([
  ['url = {https://site.test/~sample/a--b_c}', 'https://site.test/~sample/a--b_c'],
  ['url = {\\url{https://site.test/a\\_b?c=1\\&d=2}}', 'https://site.test/a_b?c=1&d=2'],
  ['url = {https://site.test/a{\\_}b\\%20c}', 'https://site.test/a_b%20c'],
  ['doi = {10.1000/sample--1_2}', 'https://doi.org/10.1000/sample--1_2'],
])('an imported BibTeX file keeps the address in %s', (field, address) => {
  const [study] = [
    ...readBibtex(
      `@misc{sample,\n  title = {Sample},\n  note = {See \\url{https://site.test/~x--y}},\n  ${field}\n}`,
    ).values(),
  ]
  expect(study?.url).toBe(address)
  expect(study?.citation).toBe('Sample. See https://site.test/~x--y.')
})

test('the telephone numbers of registrations are exported as people wrote them', async () => {
  const phones = ['+254712345678', '+254 712 345 679']
  const organizer = await site.person()
  const event = await buildEvent(organizer)
  for (const phone of phones) {
    const guest = await site.person()
    const form = { fullName: 'Sample Person', email: guest.email, phone }
    expect((await guest.call('POST', `/api/events/${event.id}/registration`, form)).status).toBe(201)
  }
  const { body } = await organizer.call('GET', `/api/events/${event.id}/registrations?format=csv`)
  const rows = readCsv(body).slice(1)
  expect(rows.map(({ cells }) => cells[2])).toEqual(phones)
})
