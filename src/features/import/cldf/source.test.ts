import { downloadZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildImport } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { withDeflated } from '#test/zip.ts'
import { readCsv } from '#text/csv.ts'
import { readBibtex } from './bibtex.ts'
import { licenceOf } from './metadata.ts'

// The dataset is artificial, follows the CLDF 1.x specification and has non-default column names.

const site = testSite()
const { keeper } = cast(site)

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
    '6,one,first,samplea,samplea,,,,', // present: the same word as in the first row
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

test('forms become words with meaning, variety, IPA and study', async () => {
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
    [5, { column: 'english', message: 'This field is required.' }],
    [6, { column: 'form', message: 'This field is required.' }],
  ])
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  expect(await words()).toMatchObject(
    [
      {
        form: 'samplea',
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
      { form: 'sampleb', ipa: 'sa b', loan: true, source: { citation: /Other sample\.$/ } },
      { form: 'samplec', dialect: 'Sample Two', ipa: null, source: { citation: 'Sample dataset' } },
    ].map((word) =>
      word.source.citation instanceof RegExp
        ? { ...word, source: { citation: expect.stringMatching(word.source.citation) } }
        : word,
    ),
  )

  const again = await buildImport(site, keeper, await zipped())
  expect(again.counts).toMatchObject({ fresh: 0, present: 4, wrong: 2 })
})

test('an export from an earlier release is read, including its column example_marakwet', async () => {
  const [forms, ...others] = metadata.tables
  const names = ['example_marakwet', 'example_english', 'source_citation']
  const columns = [...(forms?.tableSchema.columns ?? []), ...names.map((name) => column(name))]
  const sent = await buildImport(
    site,
    keeper,
    await zipped({
      'data/cldf/Wordlist-metadata.json': JSON.stringify({
        ...metadata,
        tables: [{ ...forms, tableSchema: { columns } }, ...others],
      }),
      'data/cldf/forms.csv': [
        `ID,Variety,Concept,Value,Form,Segments,Comment,Source,Loan,${names}`,
        '1,one,second,samplea,samplea,,,,,sampleb samplec,two three,Sample citation',
      ].join('\n'),
    }),
  )
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  expect(await words()).toMatchObject([{ form: 'samplea', example: { form: 'sampleb samplec', english: 'two three' } }])
})

test('a parameter whose name is a number in digits gets the English word for it', async () => {
  const parameters = 'ID,Name\nfirst,3\nsecond,21\n'
  const sent = await buildImport(site, keeper, await zipped({ 'data/cldf/parameters.csv': parameters }))
  const { items } = (await keeper.call('GET', `/api/imports/${sent.id}/rows?outcome=fresh`)).body
  expect(items.map((row: any) => row.cells.english)).toEqual(['three', 'twenty-one', 'three'])
})

test('keepers choose the languages', async () => {
  const sent = await buildImport(site, keeper, await zipped())
  await keeper.call('PATCH', `/api/imports/${sent.id}`, { languages: ['two'] })
  await site.runJobs()
  const { body } = await keeper.call('GET', `/api/imports/${sent.id}`)
  expect([body.settings.languages, body.counts.fresh]).toEqual([['two'], 1])
})

test('the site’s language is selected by default', async () => {
  const languages = 'ID\tName\tISO639P3code\none\tSample One\t\ntwo\tSample Two\tenb\n'
  const sent = await buildImport(site, keeper, await zipped({ 'data/cldf/languages.csv': languages }))
  expect(sent.settings.languages).toEqual(['two'])
})

test('studies keep their BibTeX and are exported with author and year', async () => {
  const sent = await buildImport(site, keeper, await zipped())
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  const sources = async () => {
    const zip = await (await site.app.request('http://site.test/export/vocabulary.zip')).arrayBuffer()
    // The zip is not compressed.
    return [
      ...Buffer.from(zip)
        .toString()
        .matchAll(/@\w+\{[\s\S]*?\n\}/g),
    ]
      .map(([entry]) => entry)
      .sort()
  }
  const studies = await sources()
  const bib = studies.join('\n\n')
  expect(bib).toContain('author = {Author, S{\\"a}mple and Second, B.}')
  expect(bib).toMatch(/@book\{source-[0-9a-f]{16},/)
  expect(bib).toMatch(/@misc\{source-[0-9a-f]{16}-2,\n {2}title = \{Other sample\}/)
  expect([...readBibtex(bib).values()].map(({ short }) => short)).toContain('Author and Second 2020')

  const archive = new Uint8Array(await (await site.app.request('http://site.test/export/vocabulary.zip')).arrayBuffer())
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const again = await buildImport(site, keeper, archive)
  await keeper.call('POST', `/api/imports/${again.id}/run`, {})
  await site.runJobs()
  expect(await sources()).toEqual(studies)
})

describe('a dataset of four languages', () => {
  const tables = metadata.tables.map((table) =>
    table.url === 'languages.csv'
      ? {
          ...table,
          tableSchema: {
            columns: [
              column('ID', 'id'),
              column('Name', 'name'),
              column('ISO639P3code', 'iso639P3code'),
              column('Glottocode', 'glottocode'),
            ],
          },
        }
      : table,
  )
  const four = {
    'data/cldf/Wordlist-metadata.json': JSON.stringify({ ...metadata, tables }),
    'data/cldf/languages.csv': [
      'ID\tName\tISO639P3code\tGlottocode',
      'one\tSample Markweeta\tenb\tmark1255',
      'two\tSample Keiyo\teyo\tkeiy1238',
      // In many datasets a dialect has the ISO 639-3 code of its language.
      'three\tSample Endo\tenb\tendo1242',
      'four\tSample Unlisted\t\t',
    ].join('\n'),
    'data/cldf/forms.csv': [
      'ID,Variety,Concept,Value,Form,Segments,Comment,Source,Loan',
      ...['one', 'two', 'three', 'four'].map((language, at) => `${at},${language},first,samplesame,samplesame,,,,`),
    ].join('\n'),
  }
  const glottocodes = { one: 'mark1255', two: 'keiy1238', three: 'endo1242', four: '' }

  async function importAll(file: Uint8Array, languages?: string[]) {
    const sent = await buildImport(site, keeper, file)
    if (languages) await keeper.call('PATCH', `/api/imports/${sent.id}`, { languages })
    await site.runJobs()
    await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
    await site.runJobs()
    return sent
  }
  const languagesOfWords = async () =>
    Object.fromEntries((await words()).map(({ dialect, language }: any) => [dialect, language]))
  const expected = {
    'Sample Markweeta': 'enb',
    'Sample Keiyo': 'eyo',
    'Sample Endo': 'enb-x-endo1242',
    'Sample Unlisted': 'mis-x-sampleun',
  }

  test('has the site’s languages selected, and gives each language its own word for the same form', async () => {
    const sent = await importAll(await zipped(four), Object.keys(glottocodes))
    expect(sent.settings.languages).toEqual(['one'])
    expect(await languagesOfWords()).toEqual(expected)
  })

  test('is exported with the codes of its languages in every format, and imported again unchanged', async () => {
    await importAll(await zipped(four), Object.keys(glottocodes))
    const get = async (path: string) => (await site.app.request(`http://site.test${path}`)).arrayBuffer()
    const csv = Buffer.from(await get('/export/vocabulary.csv')).toString()
    const cells = readCsv(csv).map(({ cells }) => cells)
    const at = (name: string) => cells[0]?.indexOf(name) ?? -1
    const rows = cells.slice(1).map((row) => [row[at('dialect')], row[at('iso639_3')], row[at('glottocode')]])
    expect(rows.sort()).toEqual([
      ['Sample Endo', '', 'endo1242'],
      ['Sample Keiyo', 'eyo', 'keiy1238'],
      ['Sample Markweeta', 'enb', 'mark1255'],
      ['Sample Unlisted', '', ''],
    ])
    const { '@graph': nodes } = JSON.parse(Buffer.from(await get('/export/everything.jsonld')).toString())
    expect(Object.fromEntries(nodes.map((node: any) => [node['dcterms:spatial'], node.inLanguage]))).toEqual(expected)
    const oai = Buffer.from(await get('/oai?verb=ListRecords&metadataPrefix=oai_dc')).toString()
    expect([...oai.matchAll(/<dc:language>(.*?)</g)].map(([, tag]) => tag).sort()).toEqual(
      Object.values(expected).sort(),
    )
    expect(oai).toContain('<dc:title xml:lang="eyo">samplesame')

    const archive = new Uint8Array(await get('/export/vocabulary.zip'))
    for (const file of [archive, Buffer.from(csv)]) {
      await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
      const sent = await buildImport(site, keeper, file)
      const all = sent.found.languages.map(({ id }: any) => id)
      await importAll(file, file === archive ? all : undefined)
      expect(await languagesOfWords()).toEqual(expected)
    }
  })
})

const otherKind = JSON.stringify({ ...metadata, 'dc:conformsTo': term('StructureDataset') })
test.each([
  ['no metadata', { 'data/cldf/Wordlist-metadata.json': undefined }, 'There is no CLDF dataset in this file'],
  ['metadata that isn’t JSON', { 'data/cldf/Wordlist-metadata.json': '{' }, 'There is no CLDF dataset in this file'],
  [
    'another kind of dataset',
    { 'data/cldf/Wordlist-metadata.json': otherKind },
    'This CLDF dataset isn’t a Wordlist. Choose one that is.',
  ],
  [
    'no forms',
    { 'data/cldf/forms.csv': undefined },
    'The dataset has no file “forms.csv”. Add it and upload the dataset again.',
  ],
])('refuses a zip with %s', async (_, change, message) => {
  const sent = await buildImport(site, keeper, await zipped(change))
  expect(sent.stage).toBe('failed')
  expect(sent.failure).toContain(message)
})

test('a truncated zip, one that unpacks to too much, and one that lies about its size are refused', async () => {
  const complete = await zipped()
  const cut = await buildImport(site, keeper, complete.slice(0, complete.length / 2))
  expect(cut).toMatchObject({ stage: 'failed', failure: 'Couldn’t open the ZIP file. Choose another one.' })

  const { deflateRawSync } = await import('node:zlib')
  const bomb = deflateRawSync(Buffer.alloc(200_000_000))
  expect(bomb.length).toBeLessThan(1_000_000)
  const large = await buildImport(site, keeper, withForms(await zipped(), bomb, 200_000_000))
  expect(large).toMatchObject({
    stage: 'failed',
    failure: '“bombs.csv” is too large. Split the dataset into several smaller ones.',
  })
  const lying = await buildImport(site, keeper, withForms(await zipped(), bomb, 1000))
  expect(lying).toMatchObject({ stage: 'failed', failure: 'Couldn’t open the ZIP file. Choose another one.' })
}, 120_000)

/** Returns the zip with other bytes for its forms. */
function withForms(zip: Uint8Array, deflated: Buffer, claimedSize: number): Buffer {
  const renamed = Buffer.from(zip).toString('latin1').replaceAll('"url":"forms.csv"', '"url":"bombs.csv"')
  return withDeflated(Buffer.from(renamed, 'latin1'), 'data/cldf/bombs.csv', deflated, claimedSize)
}

test('unreadable BibTeX gives no studies, and licences get short names', () => {
  expect(readBibtex('@book{').size).toBe(0)
  expect(licenceOf('https://creativecommons.org/licenses/by-sa/3.0/')).toBe('CC BY-SA 3.0')
  expect(licenceOf('CC-BY-4.0')).toBe('CC BY 4.0')
  expect(licenceOf('Sample licence')).toBe('Sample licence')
  expect(licenceOf(null)).toBeNull()
})
