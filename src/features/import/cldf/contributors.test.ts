import { downloadZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { buildImport } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'
import { readCsv } from '#text/csv.ts'

// The datasets are artificial. Their metadata follows CLDF 1.x.

const site = testSite()
const { keeper } = cast(site)

beforeEach(() => site.db.execute(sql`truncate entries, imports, batches cascade; truncate vocabulary_words`))

const term = (name: string) => `http://cldf.clld.org/v1.0/terms.rdf#${name}`
const table = (url: string, kind: string, columns: [name: string, property?: string, separator?: string][]) => ({
  url,
  'dc:conformsTo': term(kind),
  tableSchema: {
    columns: columns.map(([name, property, separator]) => ({
      ...{ name, ...(property && { propertyUrl: term(property) }), ...(separator && { separator }) },
    })),
  },
})
const metadata = {
  'dc:conformsTo': term('Wordlist'),
  'dc:title': 'Sample dataset',
  'dc:license': 'https://creativecommons.org/licenses/by/4.0/',
  'dc:source': 'sources.bib',
  'dc:creator': ['Sample Maker', { name: 'Other Maker' }],
  'rdf:ID': 'sampledata',
  tables: [
    table('forms.csv', 'FormTable', [
      ['ID', 'id'],
      ['Language_ID', 'languageReference'],
      ['Parameter_ID', 'parameterReference', ';'],
      ['Value', 'value'],
      ['Form', 'form'],
      ['Source', 'source', ';'],
      ['Contribution_ID', 'contributionReference'],
    ]),
    table('languages.csv', 'LanguageTable', [
      ['ID', 'id'],
      ['Name', 'name'],
      ['Glottocode', 'glottocode'],
      ['ISO639P3code', 'iso639P3code'],
      ['Contributor'],
    ]),
    table('parameters.csv', 'ParameterTable', [
      ['ID', 'id'],
      ['Name', 'name'],
      ['Concepticon_ID', 'concepticonReference'],
      ['Concepticon_Gloss'],
    ]),
    table('contributions.csv', 'ContributionTable', [
      ['ID', 'id'],
      ['Name', 'name'],
      ['Contributor', 'contributor', ' and '],
    ]),
  ],
}
const files: Record<string, string> = {
  'cldf/metadata.json': JSON.stringify(metadata),
  'cldf/languages.csv':
    'ID,Name,Glottocode,ISO639P3code,Contributor\nk,Sample Keiyo,keiy1238,eyo,\ne,Sample Endo,endo1242,,Endo Giver\n',
  'cldf/parameters.csv': 'ID,Name,Concepticon_ID,Concepticon_Gloss\n1,3,492,THREE\n2,dust,2,DUST\n3,sample thing,,\n',
  'cldf/contributions.csv': 'ID,Name,Contributor\nfirst,Sample list,Keiyo Giver and Second Giver\n',
  'cldf/forms.csv': [
    'ID,Language_ID,Parameter_ID,Value,Form,Source,Contribution_ID',
    '1,k,1,RAWA,samplea,Sample2020[12],first',
    '2,e,2,sampleb,sampleb,Sample2020,',
    '3,k,2;3,samplec,samplec,Sample2020,',
  ].join('\n'),
  'cldf/sources.bib': '@book{Sample2020, author = {Author, Sample}, title = {Sample title}, year = {2020}}',
}

async function importAll(change: Record<string, string | undefined> = {}) {
  const input = Object.entries({ ...files, ...change }).flatMap(([name, text]) => (text ? [{ name, input: text }] : []))
  const sent = await buildImport(site, keeper, new Uint8Array(await downloadZip(input).arrayBuffer()))
  expect(sent).toMatchObject({ stage: 'checked', counts: { fresh: 3, wrong: 0, noted: 0 } })
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
}

/** Sorts the words of an export, whose ids can be of the same millisecond. */
const sorted = <T extends Record<string, any>>(words: T[], form: string) =>
  words.sort((a, b) => a[form].localeCompare(b[form]))

const download = async (path: string) =>
  Buffer.from(await (await site.app.request(`http://site.test${path}`)).arrayBuffer())

/** Returns the rows of a table, by the names of its columns. */
function rowsOf(csv: string): Record<string, string>[] {
  const [head, ...rows] = readCsv(csv)
  return rows.map(({ cells }) => Object.fromEntries(head?.cells.map((name, at) => [name, cells[at] ?? '']) ?? []))
}

/** Returns a table of a ZIP file that isn't compressed. */
function tableIn(zip: string, head: string): Record<string, string>[] {
  return rowsOf(
    zip
      .slice(zip.indexOf(head))
      .split('PK')[0]
      ?.replace(/\r\n[^,\r]*$/, '\r\n') ?? '',
  )
}

const glottocodes: Record<string, string> = { samplea: 'keiy1238', sampleb: 'endo1242', samplec: 'keiy1238' }
const tags: Record<string, string> = { samplea: 'eyo', sampleb: 'enb-x-endo1242', samplec: 'eyo' }
const contributors: Record<string, string> = {
  samplea: 'Keiyo Giver; Second Giver',
  sampleb: 'Endo Giver',
  samplec: 'Sample Maker; Other Maker',
}
const study = 'Author, Sample 2020'

test('the exports of an imported dataset name the language, contributor, source, licence and concepts of each word', async () => {
  await importAll()
  const forms = Object.keys(contributors)

  const csv = (await download('/export/vocabulary.csv')).toString()
  const words = sorted(rowsOf(csv.replace('\uFEFF', '')), 'form')
  expect(words.map(({ form }) => form)).toEqual(forms)
  for (const { form = '', ...word } of words) {
    expect([word.glottocode, word.contributor, word.source_licence]).toEqual([
      ...[glottocodes[form], contributors[form], 'CC BY 4.0'],
    ])
    expect(word.source_citation).toContain(study)
  }
  expect(words.map((word) => [word.english, word.concept, word.concepticon_id, word.concepticon_gloss])).toEqual([
    ['three', '3', '492', 'THREE'],
    ['dust', 'dust', '2', 'DUST'],
    ['dust; sample thing', 'dust | sample thing', '2 |', 'DUST |'],
  ])
  expect(words[0]?.source_form).toBe('RAWA')

  const { '@graph': graph } = JSON.parse((await download('/export/everything.jsonld')).toString())
  const nodes = sorted<any>(graph, 'name')
  expect(nodes.map(({ name }: any) => name)).toEqual(forms)
  for (const { name, ...node } of nodes)
    expect(node).toMatchObject({
      inLanguage: tags[name],
      'dcterms:contributor': contributors[name],
      source: expect.stringContaining(study),
      license: 'CC BY 4.0',
    })
  expect(nodes[0]['dcterms:subject']).toEqual([
    {
      ...{ '@id': 'https://concepticon.clld.org/parameters/492', '@type': 'DefinedTerm' },
      ...{ name: '3', alternateName: 'THREE', termCode: '492' },
    },
  ])

  const oai = (await download('/oai?verb=ListRecords&metadataPrefix=oai_dc')).toString().split('<record>').slice(1)
  expect(oai).toHaveLength(3)
  for (const record of oai) {
    const form = forms.find((one) => record.includes(`>${one}<`)) ?? ''
    expect(record).toContain(`<dc:contributor>${contributors[form]}</dc:contributor>`)
    expect(record).toContain(`<dc:language>${tags[form]}</dc:language>`)
    expect(record).toContain('<dc:rights>CC BY 4.0</dc:rights>')
    expect(record).toMatch(`<dc:source>${study}`)
  }
  expect(oai.find((record) => record.includes('>samplea<'))).toMatch(
    /<dc:subject>THREE<.*<dc:subject>https:\/\/concepticon.clld.org\/parameters\/492</,
  )

  const zip = (await download('/export/vocabulary.zip')).toString()
  const inTables = sorted(tableIn(zip, 'ID,Language_ID,'), 'Form')
  const by = (name: string, head: string) => Object.fromEntries(tableIn(zip, head).map((row) => [row.ID, row[name]]))
  const glottocodeOf = by('Glottocode', 'ID,Name,ISO639P3code,')
  const contributorOf = by('Contributor', 'ID,Name,Contributor')
  const concepticonOf = by('Concepticon_ID', 'ID,Name,Concepticon_ID,')
  for (const { Form = '', ...word } of inTables) {
    expect(glottocodeOf[word.Language_ID ?? '']).toBe(glottocodes[Form])
    expect(contributorOf[word.Contribution_ID ?? '']).toBe(contributors[Form])
    expect(word.source_licence).toBe('CC BY 4.0')
    expect(zip).toMatch(new RegExp(`@book\\{${word.Source},[^@]*author = \\{Author, Sample\\}[^@]*year = \\{2020\\}`))
  }
  expect(inTables.map((word) => word.Parameter_ID?.split(';').map((id) => concepticonOf[id]))).toEqual([
    ...[['492'], ['2'], ['2', '']],
  ])
  expect(inTables[0]).toMatchObject({ Value: 'RAWA', Form: 'samplea' })
})

test.each(['vocabulary.zip', 'vocabulary.csv'])('importing the exported %s changes nothing', async (name) => {
  await importAll()
  const file = await download(`/export/${name}`)
  // Keys of BibTeX entries are unique only within a file.
  const table = async () => (await download('/export/vocabulary.csv')).toString().replace(/@book\{[^,]*/g, '@book{')
  const before = await table()
  const same = { fresh: 0, present: 3, differing: 0, wrong: 0 }
  expect((await buildImport(site, keeper, file)).counts).toMatchObject(same)
  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  const sent = await buildImport(site, keeper, file)
  await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
  await site.runJobs()
  expect(await table()).toBe(before)
})

test('words of an earlier import get their contributors and concepts when the dataset is imported again', async () => {
  await importAll()
  await site.db.execute(sql`update vocabulary set contributor = null, concept = null, concepticon_id = null`)
  const zip = await downloadZip(Object.entries(files).map(([name, input]) => ({ name, input }))).arrayBuffer()
  const sent = await buildImport(site, keeper, new Uint8Array(zip))
  expect(sent.counts).toMatchObject({ fresh: 0, differing: 3 })
  await keeper.call('POST', `/api/imports/${sent.id}/changes`, {})
  const { items } = (await site.call('GET', '/api/vocabulary?limit=10&sort=alphabetical')).body
  expect(items.map(({ contributor }: any) => contributor)).toEqual(Object.values(contributors))
  expect(items[0]).toMatchObject({ concept: '3', concepticonId: '492', source: { form: 'RAWA' } })
  expect((await site.call('GET', `/language/vocabulary/${items[0].id}`)).body).toContain('Keiyo Giver')
})

test('a dataset without metadata is read with the default names of tables and columns', async () => {
  await importAll({
    'cldf/metadata.json': undefined,
    'cldf/forms.csv': (files['cldf/forms.csv'] ?? '').replace('2;3', '3'),
    'cldf/contributions.csv': 'ID,Contributors\nfirst,Sample Giver\n',
  })
  const { items } = (await site.call('GET', '/api/vocabulary?limit=10&sort=alphabetical')).body
  expect(items.map(({ contributor, concepticonId }: any) => [contributor, concepticonId])).toEqual([
    ['Sample Giver', '492'],
    ['Endo Giver', '2'],
    [null, null],
  ])
})

test('a word that two people gave is two entries, and one without a contributor gets the one that a file names', async () => {
  const importCsv = async (rows: string) => {
    const sent = await buildImport(site, keeper, `form,english,meaning,contributor\n${rows}`)
    await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
    await site.runJobs()
    const { fresh, present, differing } = sent.counts
    return { id: sent.id, counts: { fresh, present, differing } }
  }
  const words = async () => (await site.call('GET', '/api/vocabulary?limit=10&sort=alphabetical')).body.items
  const givers = async () => (await words()).map(({ contributor }: any) => contributor)
  const row = (giver: string) => `samplea,one,sample meaning,${giver}\n`
  const one = await importCsv(row('First Giver') + row('Second Giver') + row('first giver') + row(''))
  expect(one.counts).toEqual({ fresh: 2, present: 2, differing: 0 })
  expect((await importCsv(row('Second Giver') + row(''))).counts).toEqual({ fresh: 0, present: 2, differing: 0 })
  expect((await importCsv(row('Third Giver'))).counts).toEqual({ fresh: 1, present: 0, differing: 0 })
  expect((await givers()).sort()).toEqual(['First Giver', 'Second Giver', 'Third Giver'])

  await site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`)
  await importCsv(row(''))
  const named = await importCsv(row('First Giver'))
  expect(named.counts).toEqual({ fresh: 0, present: 0, differing: 1 })
  await keeper.call('POST', `/api/imports/${named.id}/changes`, {})
  expect(await givers()).toEqual(['First Giver'])
})
