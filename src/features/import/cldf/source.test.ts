import { downloadZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildImport } from '#test/build.ts'
import { type Person, testSite } from '#test/harness.ts'
import { withDeflated } from '#test/zip.ts'
import { readBibtex } from './bibtex.ts'
import { licenceOf } from './metadata.ts'

// A plainly artificial dataset by the specification of CLDF 1.x, with columns that are named otherwise than by default.

const site = testSite()
let keeper: Person
beforeAll(async () => {
  keeper = await site.person({ roles: ['keeper'] })
})
beforeEach(() => site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`))

const term = (name: string) => `http://cldf.clld.org/v1.0/terms.rdf#${name}`
const column = (name: string, property?: string, separator?: string) => ({
  name,
  ...(property && { propertyUrl: term(property) }),
  ...(separator && { separator }),
})
const metadata = {
  '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
  'dc:conformsTo': term('Wordlist'),
  'dc:title': 'Sample dataset',
  'dc:license': 'https://creativecommons.org/licenses/by/4.0/',
  'dc:source': 'sources.bib',
  'rdf:ID': 'sampledata',
  dialect: { commentPrefix: null },
  tables: [
    {
      url: 'forms.csv',
      'dc:conformsTo': term('FormTable'),
      tableSchema: {
        columns: [
          column('ID', 'id'),
          column('Variety', 'languageReference'),
          column('Concept', 'parameterReference'),
          column('Value', 'value'),
          column('Form', 'form'),
          column('Segments', 'segments', ' '),
          column('Comment', 'comment'),
          column('Source', 'source', ';'),
          column('Loan'),
        ],
      },
    },
    {
      url: 'languages.csv',
      'dc:conformsTo': term('LanguageTable'),
      dialect: { delimiter: '\t' },
      tableSchema: { columns: [column('ID', 'id'), column('Name', 'name'), column('ISO639P3code', 'iso639P3code')] },
    },
    {
      url: 'parameters.csv',
      'dc:conformsTo': term('ParameterTable'),
      tableSchema: { columns: [column('ID', 'id'), column('Name', 'name')] },
    },
  ],
}
const files: Record<string, string> = {
  'data/cldf/Wordlist-metadata.json': JSON.stringify(metadata),
  'data/cldf/languages.csv': 'ID\tName\tISO639P3code\none\tSample One\t\ntwo\tSample Two\t\nthree\tSample Three\t\n',
  'data/cldf/parameters.csv': 'ID,Name\nfirst,"first, sample"\nsecond,second\n',
  'data/cldf/forms.csv': [
    'ID,Variety,Concept,Value,Form,Segments,Comment,Source,Loan',
    '1,one,first,SAMPLEA,samplea,s a m p l e + a,sample note,Sample2020[12-14],false',
    '2,one,second,sampleb,sampleb,s a _ b,,Sample2020;Other,true',
    '3,two,first,samplec,samplec,,,,',
    '4,one,missing,sampled,sampled,,,,',
    '5,one,first',
    '6,one,first,samplea,samplea,,,,', // there already
  ].join('\n'),
  'data/cldf/sources.bib': `
    @book{Sample2020, author = {Author, S{\\"a}mple and Second, B.}, title = {A {Sample} Title}, year = 2020, publisher = "Sample Press"}
    @misc{Other, title = {Other sample}}`,
  'data/README.md': 'Sample',
}

async function zipped(change: Record<string, string | undefined> = {}): Promise<Uint8Array> {
  const all = Object.entries({ ...files, ...change }).flatMap(([name, input]) =>
    input === undefined ? [] : [{ name, input }],
  )
  return new Uint8Array(await downloadZip(all).arrayBuffer())
}

async function words() {
  return (await site.call('GET', '/api/vocabulary?limit=100&sort=alphabetical')).body.items
}

test('forms come as words, with their meaning, variety, sounds and study', async () => {
  const sent = await buildImport(site, keeper, await zipped())
  expect(sent).toMatchObject({ stage: 'checked', counts: { fresh: 3, present: 1, wrong: 2 } })
  expect(sent.found).toMatchObject({
    format: 'cldf',
    licence: 'CC BY 4.0',
    languages: [
      { id: 'one', name: 'Sample One', forms: 5 },
      { id: 'two', name: 'Sample Two', forms: 1 },
    ],
  })
  const { items: wrong } = (await keeper.call('GET', `/api/imports/${sent.id}/rows?outcome=wrong`)).body
  expect(wrong.map((row: any) => [row.number, row.problems[0]])).toEqual([
    [5, { column: 'english', message: 'This is needed.' }],
    [6, { column: '', message: 'This row has 3 cells, the first one 9.' }],
  ])
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  expect(await words()).toMatchObject(
    [
      {
        marakwet: 'samplea',
        english: 'first, sample',
        meaning: 'sample note',
        dialect: 'Sample One',
        ipa: 'samplea',
        loan: false,
        confirmed: false,
        source: {
          citation: 'Author, Sämple and Second, B. 2020. A Sample Title. Sample Press, 12-14.',
          licence: 'CC BY 4.0',
          short: 'Author and Second 2020',
          form: 'SAMPLEA',
        },
      },
      { marakwet: 'sampleb', ipa: 'sa b', loan: true, source: { citation: /Other sample\.$/ } },
      { marakwet: 'samplec', dialect: 'Sample Two', ipa: null, source: { citation: 'Sample dataset' } },
    ].map((word) =>
      word.source.citation instanceof RegExp
        ? { ...word, source: { citation: expect.stringMatching(word.source.citation) } }
        : word,
    ),
  )

  const again = await buildImport(site, keeper, await zipped())
  expect(again.counts).toMatchObject({ fresh: 0, present: 4, wrong: 2 })
})

test('the keeper chooses the languages', async () => {
  const sent = await buildImport(site, keeper, await zipped())
  await keeper.call('PATCH', `/api/imports/${sent.id}`, { languages: ['two'] })
  await site.runJobs()
  const { body } = await keeper.call('GET', `/api/imports/${sent.id}`)
  expect([body.settings.languages, body.counts.fresh]).toEqual([['two'], 1])
})

test('of several languages that of the archive is taken unasked', async () => {
  const languages = 'ID\tName\tISO639P3code\none\tSample One\t\ntwo\tSample Two\tenb\n'
  const sent = await buildImport(site, keeper, await zipped({ 'data/cldf/languages.csv': languages }))
  expect(sent.settings.languages).toEqual(['two'])
})

const otherKind = JSON.stringify({ ...metadata, 'dc:conformsTo': term('StructureDataset') })
test.each([
  ['no metadata', { 'data/cldf/Wordlist-metadata.json': undefined }, 'There is no CLDF dataset in this file'],
  ['metadata that is no JSON', { 'data/cldf/Wordlist-metadata.json': '{' }, 'There is no CLDF dataset in this file'],
  [
    'another kind of dataset',
    { 'data/cldf/Wordlist-metadata.json': otherKind },
    'This CLDF dataset is not a Wordlist.',
  ],
  ['no forms', { 'data/cldf/forms.csv': undefined }, 'The dataset has no “forms.csv”.'],
])('a zip with %s is told', async (_, change, message) => {
  const sent = await buildImport(site, keeper, await zipped(change))
  expect(sent.stage).toBe('failed')
  expect(sent.failure).toContain(message)
})

test('a zip that is cut, one that unpacks to too much, and one that lies about it are told', async () => {
  const whole = await zipped()
  const cut = await buildImport(site, keeper, whole.slice(0, whole.length / 2))
  expect(cut).toMatchObject({ stage: 'failed', failure: 'This file is not a zip that can be read.' })

  const { deflateRawSync } = await import('node:zlib')
  const bomb = deflateRawSync(Buffer.alloc(200_000_000))
  expect(bomb.length).toBeLessThan(1_000_000)
  const large = await buildImport(site, keeper, withForms(await zipped(), bomb, 200_000_000))
  expect(large).toMatchObject({ stage: 'failed', failure: '“bombs.csv” is too large once it is unpacked.' })
  const lying = await buildImport(site, keeper, withForms(await zipped(), bomb, 1000))
  expect(lying).toMatchObject({ stage: 'failed', failure: 'This file is not a zip that can be read.' })
}, 120_000)

/** The zip with other bytes for its forms. */
function withForms(zip: Uint8Array, deflated: Buffer, said: number): Buffer {
  const renamed = Buffer.from(zip).toString('latin1').replaceAll('"url":"forms.csv"', '"url":"bombs.csv"')
  return withDeflated(Buffer.from(renamed, 'latin1'), 'data/cldf/bombs.csv', deflated, said)
}

test('BibTeX that can not be read gives no studies, and licences have their short names', () => {
  expect(readBibtex('@book{').size).toBe(0)
  expect(licenceOf('https://creativecommons.org/licenses/by-sa/3.0/')).toBe('CC BY-SA 3.0')
  expect(licenceOf('CC-BY-4.0')).toBe('CC BY 4.0')
  expect(licenceOf('Sample licence')).toBe('Sample licence')
  expect(licenceOf(null)).toBeNull()
})
