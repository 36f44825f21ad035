import { downloadZip } from 'client-zip'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { buildImport } from '#test/build.ts'
import { cast, testSite } from '#test/harness.ts'

// Datasets as the specification of CLDF allows them: all words are artificial.

const site = testSite()
const { keeper } = cast(site)

beforeEach(() => site.db.execute(sql`truncate entries, imports cascade; truncate vocabulary_words`))

const term = (name: string) => `http://cldf.clld.org/v1.0/terms.rdf#${name}`
const column = (name: string, property: string, more = {}) => ({ name, propertyUrl: term(property), ...more })
const table = (url: string, kind: string, columns: object[]) => ({
  url,
  'dc:conformsTo': term(kind),
  tableSchema: { columns },
})
const tables = {
  forms: (url = 'forms.csv', parameter = {}) =>
    table(url, 'FormTable', [
      column('ID', 'id'),
      column('Variety', 'languageReference'),
      column('Concept', 'parameterReference', parameter),
      column('Word', 'form'),
    ]),
  languages: (url = 'languages.csv') => table(url, 'LanguageTable', [column('ID', 'id'), column('Label', 'name')]),
  parameters: (url = 'parameters.csv') => table(url, 'ParameterTable', [column('ID', 'id'), column('Label', 'name')]),
}
const metadata = (...list: object[]) =>
  JSON.stringify({ 'dc:conformsTo': term('Wordlist'), 'dc:title': 'Sample', tables: list })
const files: Record<string, string> = {
  'set/Wordlist-metadata.json': metadata(tables.forms(), tables.languages(), tables.parameters()),
  'set/forms.csv': 'ID,Variety,Concept,Word\n1,north,a,samplea\n2,south,b,sampleb\n',
  'set/languages.csv': 'ID,Label\nnorth,Sample North\nsouth,Sample South\n',
  'set/parameters.csv': 'ID,Label\na,first gloss\nb,second gloss\n',
}

type Files = Record<string, string | Uint8Array | undefined>

async function zip(list: Files): Promise<Uint8Array> {
  const all = Object.entries(list).flatMap(([name, input]) => (input === undefined ? [] : [{ name, input }]))
  return new Uint8Array(await downloadZip(all).arrayBuffer())
}

async function importSet(change: Files) {
  const sent = await buildImport(site, keeper, await zip({ ...files, ...change }))
  if (sent.stage === 'checked') {
    await keeper.call('POST', `/api/imports/${sent.id}/run`, {})
    await site.runJobs()
  }
  const { items } = (await site.call('GET', '/api/vocabulary?limit=100&sort=alphabetical')).body
  return {
    sent,
    words: items.map(({ form, english, dialect, language }: any) => ({ form, english, dialect, language })),
  }
}

const both = [
  { form: 'samplea', english: 'first gloss', dialect: 'Sample North' },
  { form: 'sampleb', english: 'second gloss', dialect: 'Sample South' },
]
const set = (...list: object[]) => ({ 'set/Wordlist-metadata.json': metadata(...list) })

test.each<[string, () => Promise<Files>]>([
  ['as usual', async () => ({})],
  [
    'with every table in a ZIP file of its own',
    async () => {
      const names = ['forms', 'languages', 'parameters'].map((name) => `set/${name}.csv`)
      const zipped = names.map(async (name) => [`${name}.zip`, await zip({ [name.slice(4)]: files[name] })] as const)
      return {
        ...Object.fromEntries(names.map((name) => [name, undefined])),
        ...Object.fromEntries(await Promise.all(zipped)),
      }
    },
  ],
  [
    'with absolute addresses',
    async () =>
      set(
        tables.forms('https://site.test/data/v1/forms.csv'),
        tables.languages('http://site.test/languages.csv?raw=1'),
        tables.parameters('https://site.test/parameters.csv'),
      ),
  ],
  [
    'with relative addresses',
    async () => ({
      ...set(
        tables.forms('./forms.csv'),
        tables.languages('../set/languages.csv'),
        tables.parameters('./more%20tables/parameters.csv'),
      ),
      'set/parameters.csv': undefined,
      'set/more tables/parameters.csv': files['set/parameters.csv'],
    }),
  ],
])('a dataset is read %s', async (_, change) => {
  const { sent, words } = await importSet(await change())
  expect(sent).toMatchObject({ stage: 'checked', counts: { fresh: 2, wrong: 0 } })
  expect(words).toMatchObject(both)
})

test('without a table of languages, their ids name them', async () => {
  const { words } = await importSet({ ...set(tables.forms(), tables.parameters()), 'set/languages.csv': undefined })
  expect(words).toMatchObject([
    { form: 'samplea', english: 'first gloss', dialect: 'north' },
    { form: 'sampleb', english: 'second gloss', dialect: 'south' },
  ])
})

test('without a table of languages, a Glottocode or the ISO 639-3 code of a language of the site is one', async () => {
  const forms = 'ID,Variety,Concept,Word\n1,mark1255,a,samplea\n2,enb,a,sampleb\n3,one,b,samplec\n'
  const change = { ...set(tables.forms(), tables.parameters()), 'set/languages.csv': undefined, 'set/forms.csv': forms }
  const { sent } = await importSet(change)
  expect(sent.found.languages).toMatchObject([{ id: 'mark1255' }, { id: 'enb' }, { id: 'one', name: 'one' }])
  expect(sent.settings.languages).toEqual(['mark1255', 'enb'])
})

test('without a table of parameters, their ids are the glosses', async () => {
  const forms = 'ID,Variety,Concept,Word\n1,north,hand,samplea\n2,south,big tree,sampleb\n'
  const change = { ...set(tables.forms(), tables.languages()), 'set/parameters.csv': undefined, 'set/forms.csv': forms }
  expect((await importSet(change)).words).toMatchObject([{ english: 'hand' }, { english: 'big tree' }])
})

test.each([
  ['; ', ';', '1,north,a;b,samplea\n2,south,b;a,sampleb\n'],
  ['blanks', ' ', '1,north,a b,samplea\n2,south,b  a,sampleb\n'],
])('a form has several parameters, separated by %s', async (_, separator, rows) => {
  const { words } = await importSet({
    ...set(tables.forms('forms.csv', { separator }), tables.languages(), tables.parameters()),
    'set/forms.csv': `ID,Variety,Concept,Word\n${rows}`,
  })
  expect(words.map(({ english }: any) => english)).toEqual(['first gloss; second gloss', 'second gloss; first gloss'])
})

test.each<[string, Files, object[]]>([
  [
    'only its forms',
    {},
    [
      { form: 'samplea', english: 'hand' },
      { form: 'sampleb', english: 'foot' },
    ],
  ],
  [
    'its other tables',
    {
      'set/languages.csv': 'ID,Name\nnorth,Sample North\nsouth,Sample South\n',
      'set/parameters.csv': 'ID,Name\nhand,the hand\nfoot,the foot\n',
    },
    [
      { form: 'samplea', english: 'the hand', dialect: 'Sample North' },
      { form: 'sampleb', english: 'the foot', dialect: 'Sample South' },
    ],
  ],
])('a dataset without metadata is read by the default names of CLDF: with %s', async (_, change, words) => {
  const none = Object.fromEntries(Object.keys(files).map((name) => [name, undefined]))
  const forms = 'ID,Language_ID,Parameter_ID,Form\n1,north,hand,samplea\n2,south,foot,sampleb\n'
  expect((await importSet({ ...none, 'set/forms.csv': forms, ...change })).words).toMatchObject(words)
})

test('a zipped table that unpacks to too much, or is none, is refused', async () => {
  const large = await importSet({ 'set/forms.csv': undefined, 'set/forms.csv.zip': 'no zip' })
  expect(large.sent).toMatchObject({ stage: 'failed', failure: 'Couldn’t open the ZIP file. Choose another one.' })
  const empty = await importSet({ 'set/forms.csv': undefined, 'set/forms.csv.zip': await zip({}) })
  expect(empty.sent).toMatchObject({ stage: 'failed', failure: 'Couldn’t open the ZIP file. Choose another one.' })
})
