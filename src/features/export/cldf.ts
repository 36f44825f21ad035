import { createHash } from 'node:crypto'
import { makeZip } from 'client-zip'
import { headerOf } from '#content/entry/write/importable.ts'
import { dataLine } from '#text/csv.ts'

/** A word as a row of a table (`content/vocabulary/importable.ts`). */
type Row = {
  id: string
  form: string
  english: string
  language: string | null
  iso639_3: string | null
  glottocode: string | null
  dialect: string | null
  meaning: string | null
  sourceCitation: string | null
  sourceShort: string | null
  sourceUrl: string | null
  sourceLicence: string | null
  sourceBibtex: string | null
}

const terms = 'http://cldf.clld.org/v1.0/terms.rdf#'
/** Keys of BibTeX entries that the export generates begin with this word, so that an import can leave them out. */
const generatedPrefix = 'citation'
/** Columns without a CLDF term. They are named as in our CSV files, so that the import can read them. */
const own = [
  ...[
    'language',
    'iso639_3',
    'glottocode',
    'dialect',
    'example',
    'exampleEnglish',
    'partOfSpeech',
    'ipa',
    'ipaApproximate',
    'loan',
    'sourceId',
  ],
  ...['sourceCitation', 'sourceUrl', 'sourceLicence', 'sourceShort', 'sourceForm', 'confirmed', 'visibility'],
]

/**
 * Returns the words as a CLDF 1.x Wordlist in a ZIP file that is created while it is sent.
 * @param words reads all words; it is called once for each file except the metadata
 */
export function wordlist(title: string, baseUrl: string, words: () => AsyncIterable<Row>): ReadableStream<Uint8Array> {
  const lastModified = new Date()
  const file = (name: string, input: AsyncIterable<string>) => ({ name: `cldf/${name}`, input, lastModified })
  return makeZip([
    file('Wordlist-metadata.json', oneChunk(`${JSON.stringify(metadata(title, baseUrl), null, 2)}\n`)),
    file('forms.csv', forms(words())),
    file('languages.csv', languages(words())),
    file('parameters.csv', parameters(words())),
    file('sources.bib', sources(words())),
  ])
}

async function* oneChunk(text: string) {
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
    // Exports of earlier releases lack this. They have an apostrophe before cells that begin like a formula.
    'prov:wasGeneratedBy': [{ 'dc:title': 'Urithi' }],
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

/** Derives an id from the text, so that no table of ids is needed. */
function nameOf(kind: string, text: string): string {
  return `${kind}-${createHash('sha1').update(text).digest('hex').slice(0, 16)}`
}

/** Returns the id of a word's language variety. Each dialect is its own variety, with the codes of its language. */
function languageOf({ language, iso639_3, glottocode, dialect }: Row): string {
  return nameOf('language', JSON.stringify([language, iso639_3, glottocode, dialect]))
}

function sourceOf({ sourceCitation }: Row): string {
  return sourceCitation ? nameOf('source', sourceCitation) : ''
}

/**
 * Returns the BibTeX entries of a word's source, each with its key in this file. If the source has no entries, or a
 * malformed one, generates a single entry.
 */
function studiesOf(word: Row): [key: string, entry: string][] {
  const key = sourceOf(word)
  const entries = word.sourceBibtex?.split(/\n\n(?=@)/) ?? []
  if (key === '') return []
  if (entries.length === 0 || !entries.every(isBalanced)) {
    const generatedKey = key.replace('source', generatedPrefix)
    return [[generatedKey, generateEntry(generatedKey, word)]]
  }
  return entries.map((entry, at) => {
    const name = at === 0 ? key : `${key}-${at + 1}`
    return [name, entry.replace(/^(@\w+\{)[^,]*/, (_, start) => start + name)]
  })
}

/** Returns whether the text is one entry with balanced braces, which can't run into the next entry. */
function isBalanced(entry: string): boolean {
  if (!/^@\w+\{[^,{}]*,.*\}$/s.test(entry)) return false
  let depth = 0
  for (const sign of entry.slice(entry.indexOf('{') + 1, -1)) {
    if (sign === '{') depth += 1
    if (sign === '}') depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

async function* forms(words: AsyncIterable<Row>) {
  yield dataLine(['ID', 'Language_ID', 'Parameter_ID', 'Form', 'Comment', 'Source', ...own.map(headerOf)])
  for await (const word of words) {
    const { id, english, form, meaning } = word
    const linked = [
      id,
      languageOf(word),
      nameOf('meaning', english),
      form,
      meaning ?? '',
      studiesOf(word)
        .map(([key]) => key)
        .join(';'),
    ]
    const rest = own.map((name) => {
      const value = (word as unknown as Record<string, unknown>)[name]
      return value === true ? 'yes' : typeof value === 'string' ? value : ''
    })
    yield dataLine([...linked, ...rest])
  }
}

async function* languages(words: AsyncIterable<Row>) {
  yield dataLine(['ID', 'Name', 'ISO639P3code', 'Glottocode'])
  for await (const word of each(words, languageOf))
    yield dataLine([languageOf(word), word.dialect ?? word.language ?? '', word.iso639_3 ?? '', word.glottocode ?? ''])
}

async function* parameters(words: AsyncIterable<Row>) {
  yield dataLine(['ID', 'Name'])
  for await (const { english } of each(words, (word) => nameOf('meaning', word.english)))
    yield dataLine([nameOf('meaning', english), english])
}

async function* sources(words: AsyncIterable<Row>) {
  for await (const word of each(words, sourceOf)) {
    for (const [, entry] of studiesOf(word)) yield `${entry}\n\n`
  }
}

/** Generates a BibTeX entry for a source from its citation, short name, address and licence. */
function generateEntry(key: string, { sourceCitation, sourceShort, sourceUrl, sourceLicence }: Row): string {
  const tags = {
    title: sourceShort && plainText(sourceShort),
    note: sourceCitation && plainText(sourceCitation),
    url: sourceUrl && verbatim(sourceUrl),
    copyright: sourceLicence && plainText(sourceLicence),
  }
  const lines = Object.entries(tags).flatMap(([name, value]) => (value ? `  ${name} = {${value}}` : []))
  return `@misc{${key},\n${lines.join(',\n')}\n}`
}

/** An address of a page or an email address in a text. The full stop after it isn't part of it. */
const address = /((?:https?:\/\/|[^\s@{}\\]+@)[^\s{}\\]*[^\s{}\\.,;:)])/

/**
 * Replaces characters that would break BibTeX with spaces, and escapes those that are special in LaTeX. Addresses stay
 * as they are in `\url`.
 */
function plainText(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .split(address)
    .map((part, at) => (at % 2 === 1 ? `\\url{${part}}` : part.replace(/[{}\\]/g, ' ').replace(/[&%$#_]/g, '\\$&')))
    .join('')
}

/** Returns an address as it is, except for characters that no address contains and that would break BibTeX. */
function verbatim(url: string): string {
  return url.trim().replace(/[\s{}\\]/g, encodeURIComponent)
}

/** Yields the first word for each key. */
async function* each(words: AsyncIterable<Row>, keyOf: (word: Row) => string) {
  const seen = new Set<string>()
  for await (const word of words) {
    const key = keyOf(word)
    if (seen.has(key)) continue
    seen.add(key)
    yield word
  }
}
