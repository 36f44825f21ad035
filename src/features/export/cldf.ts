import { createHash } from 'node:crypto'
import { makeZip } from 'client-zip'
import { headerOf } from '#content/entry/write/importable.ts'
import type { imported } from '#content/vocabulary/importable.ts'
import { conceptsOf } from '#text/concepts.ts'
import { dataLine } from '#text/csv.ts'

/** A word as a row of a table. */
type Row = Awaited<ReturnType<typeof imported.read>>[number]

const terms = 'http://cldf.clld.org/v1.0/terms.rdf#'
/** Keys of BibTeX entries that the export generates begin with this word, so that an import can leave them out. */
const generatedPrefix = 'citation'
/**
 * Columns without a CLDF term, and those that a column with a term has in other words. They are named as in our CSV
 * files, so that the import can read them.
 */
const own = [
  ...['language', 'iso639_3', 'glottocode', 'dialect', 'example', 'exampleEnglish', 'partOfSpeech'],
  ...['ipa', 'ipaApproximate', 'loan', 'sourceId'],
  ...['sourceCitation', 'sourceUrl', 'sourceLicence', 'sourceShort', 'sourceForm', 'confirmed', 'visibility'],
  ...['english', 'swahili', 'contributor', 'concept', 'concepticonId', 'concepticonGloss'],
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
    file('contributions.csv', contributions(words())),
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
          column('Parameter_ID', 'parameterReference', { separator: ';' }),
          column('Value', 'value'),
          column('Form', 'form'),
          column('Comment', 'comment'),
          column('Source', 'source', { separator: ';' }),
          column('Contribution_ID', 'contributionReference'),
          ...own.map((name) => ({ name: headerOf(name), datatype: 'string' })),
        ],
        {
          foreignKeys: [
            key('Language_ID', 'languages.csv'),
            key('Parameter_ID', 'parameters.csv'),
            key('Contribution_ID', 'contributions.csv'),
          ],
        },
      ),
      table('languages.csv', 'LanguageTable', [
        column('ID', 'id'),
        column('Name', 'name'),
        column('ISO639P3code', 'iso639P3code'),
        column('Glottocode', 'glottocode'),
      ]),
      table('parameters.csv', 'ParameterTable', [
        column('ID', 'id'),
        column('Name', 'name'),
        column('Concepticon_ID', 'concepticonReference'),
        { name: 'Concepticon_Gloss', datatype: 'string' },
      ]),
      table('contributions.csv', 'ContributionTable', [
        column('ID', 'id'),
        column('Name', 'name'),
        column('Contributor', 'contributor'),
      ]),
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

/** Returns the rows of a word's parameters. A word without concepts has one with its English meaning. */
function parametersOf(word: Row): string[][] {
  const concepts = conceptsOf(word)
  const rows = concepts.map(({ name, id, gloss }) => [name || word.english, id, gloss])
  return (rows.length > 0 ? rows : [[word.english, '', '']]).map((row) => [
    nameOf('meaning', JSON.stringify(row)),
    ...row,
  ])
}

function contributionOf({ contributor }: Row): string {
  return contributor ? nameOf('contribution', contributor) : ''
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
  const head = ['ID', 'Language_ID', 'Parameter_ID', 'Value', 'Form', 'Comment', 'Source', 'Contribution_ID']
  yield dataLine([...head, ...own.map(headerOf)])
  for await (const word of words) {
    const { id, form, sourceForm, meaning } = word
    const parameters = parametersOf(word).map(([key]) => key)
    const studies = studiesOf(word).map(([key]) => key)
    const linked = [
      ...[id, languageOf(word), parameters.join(';'), sourceForm ?? form, form, meaning ?? ''],
      ...[studies.join(';'), contributionOf(word)],
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
  yield dataLine(['ID', 'Name', 'Concepticon_ID', 'Concepticon_Gloss'])
  const rows = async function* () {
    for await (const word of words) yield* parametersOf(word)
  }
  for await (const row of each(rows(), ([id = '']) => id)) yield dataLine(row)
}

async function* contributions(words: AsyncIterable<Row>) {
  yield dataLine(['ID', 'Name', 'Contributor'])
  for await (const word of each(words, contributionOf)) {
    const { contributor } = word
    if (contributor) yield dataLine([contributionOf(word), contributor, contributor])
  }
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

/** Yields the first item for each key. */
async function* each<T>(items: AsyncIterable<T>, keyOf: (item: T) => string) {
  const seen = new Set<string>()
  for await (const item of items) {
    const key = keyOf(item)
    if (seen.has(key)) continue
    seen.add(key)
    yield item
  }
}
