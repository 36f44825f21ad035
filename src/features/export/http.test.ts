import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auditLog } from '#core/tables.ts'
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

const site = testSite()
const { keeper, member } = cast(site)

const formulas = ['=1+1', '+sample', '-sample', '@sample', "'=sample", "'sample", '"sample", sample']

async function fill() {
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const full = {
    meaning: 'sample meaning\nof two lines',
    example: { form: 'sample example', english: 'sample example, translated' },
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
