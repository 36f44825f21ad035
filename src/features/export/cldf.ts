import { createHash } from 'node:crypto'
import { makeZip } from 'client-zip'
import { headerOf } from '#content/entry/importable.ts'
import { csvLine } from '#core/csv.ts'

/** A word as the row of a table (`content/vocabulary/importable.ts`). */
type Row = {
  id: string
  marakwet: string
  english: string
  dialect: string | null
  meaning: string | null
  sourceCitation: string | null
  sourceShort: string | null
  sourceUrl: string | null
  sourceLicence: string | null
}

const terms = 'http://cldf.clld.org/v1.0/terms.rdf#'
/** What CLDF has no terms for, in columns named as in our CSV; the import reads them again. */
const own = [
  ...['exampleMarakwet', 'exampleEnglish', 'partOfSpeech', 'ipa', 'ipaApproximate', 'loan', 'sourceId'],
  ...['sourceCitation', 'sourceUrl', 'sourceLicence', 'sourceShort', 'sourceForm', 'confirmed', 'visibility'],
]

/**
 * The words as a CLDF 1.x Wordlist in a zip that is made while it is sent.
 * @param words reads them anew; each table goes through them once
 */
export function wordlist(title: string, baseUrl: string, words: () => AsyncIterable<Row>): ReadableStream<Uint8Array> {
  const lastModified = new Date()
  const file = (name: string, input: AsyncIterable<string>) => ({ name: `cldf/${name}`, input, lastModified })
  return makeZip([
    file('Wordlist-metadata.json', whole(`${JSON.stringify(metadata(title, baseUrl), null, 2)}\n`)),
    file('forms.csv', forms(words())),
    file('languages.csv', languages(words())),
    file('parameters.csv', parameters(words())),
    file('sources.bib', sources(words())),
  ])
}

async function* whole(text: string) {
  yield text
}

function metadata(title: string, baseUrl: string) {
  const column = (name: string, property: string, more = {}) => ({ name, propertyUrl: terms + property, ...more })
  const table = (url: string, property: string, columns: object[], more = {}) => ({
    url,
    'dc:conformsTo': terms + property,
    tableSchema: { columns, primaryKey: ['ID'], ...more },
  })
  const key = (name: string, resource: string) => ({
    columnReference: [name],
    reference: { resource, columnReference: ['ID'] },
  })
  return {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    'dc:conformsTo': `${terms}Wordlist`,
    'dc:title': title,
    'dc:identifier': baseUrl,
    'dc:source': 'sources.bib',
    tables: [
      table(
        'forms.csv',
        'FormTable',
        [
          column('ID', 'id'),
          column('Language_ID', 'languageReference'),
          column('Parameter_ID', 'parameterReference'),
          column('Form', 'form'),
          column('Comment', 'comment'),
          column('Source', 'source', { separator: ';' }),
          ...own.map((name) => ({ name: headerOf(name), datatype: 'string' })),
        ],
        { foreignKeys: [key('Language_ID', 'languages.csv'), key('Parameter_ID', 'parameters.csv')] },
      ),
      table('languages.csv', 'LanguageTable', [
        column('ID', 'id'),
        column('Name', 'name'),
        column('ISO639P3code', 'iso639P3code'),
        column('Glottocode', 'glottocode'),
      ]),
      table('parameters.csv', 'ParameterTable', [column('ID', 'id'), column('Name', 'name')]),
    ],
  }
}

/** A name that follows from the text alone, so that no table of names has to be kept. */
function nameOf(kind: string, text: string): string {
  return `${kind}-${createHash('sha1').update(text).digest('hex').slice(0, 16)}`
}

function languageOf({ dialect }: Row): string {
  return dialect ? nameOf('dialect', dialect) : 'unknown'
}

function sourceOf({ sourceCitation }: Row): string {
  return sourceCitation ? nameOf('source', sourceCitation) : ''
}

async function* forms(words: AsyncIterable<Row>) {
  yield csvLine(['ID', 'Language_ID', 'Parameter_ID', 'Form', 'Comment', 'Source', ...own.map(headerOf)])
  for await (const word of words) {
    const { id, english, marakwet, meaning } = word
    const linked = [id, languageOf(word), nameOf('meaning', english), marakwet, meaning ?? '', sourceOf(word)]
    const rest = own.map((name) => {
      const value = (word as unknown as Record<string, unknown>)[name]
      return value === true ? 'yes' : typeof value === 'string' ? value : ''
    })
    yield csvLine([...linked, ...rest])
  }
}

async function* languages(words: AsyncIterable<Row>) {
  yield csvLine(['ID', 'Name', 'ISO639P3code', 'Glottocode'])
  for await (const word of each(words, languageOf))
    yield csvLine([languageOf(word), word.dialect ?? '', 'enb', 'mark1255'])
}

async function* parameters(words: AsyncIterable<Row>) {
  yield csvLine(['ID', 'Name'])
  for await (const { english } of each(words, (word) => nameOf('meaning', word.english)))
    yield csvLine([nameOf('meaning', english), english])
}

async function* sources(words: AsyncIterable<Row>) {
  for await (const word of each(words, sourceOf)) {
    const { sourceCitation, sourceShort, sourceUrl, sourceLicence } = word
    if (!sourceCitation) continue
    const tags = { title: sourceShort, note: sourceCitation, url: sourceUrl, copyright: sourceLicence }
    const lines = Object.entries(tags).flatMap(([name, value]) => (value ? `  ${name} = {${bare(value)}}` : []))
    yield `@misc{${sourceOf(word)},\n${lines.join(',\n')}\n}\n\n`
  }
}

/** What BibTeX would take as its own. */
function bare(value: string): string {
  return value.replace(/[{}\\@]/g, ' ').replace(/[&%$#_]/g, '\\$&')
}

/** The first word of each key. */
async function* each(words: AsyncIterable<Row>, keyOf: (word: Row) => string) {
  const seen = new Set<string>()
  for await (const word of words) {
    const key = keyOf(word)
    if (seen.has(key)) continue
    seen.add(key)
    yield word
  }
}
