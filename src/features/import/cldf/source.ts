import type { Importable } from '#content/entry/write/importable.ts'
import { headerOf } from '#content/entry/write/importable.ts'
import { kinds } from '#content/kinds.ts'
import { numberWord } from '#content/vocabulary/number-word.ts'
import type { Storage } from '#core/storage.ts'
import { type Concept, conceptCells } from '#text/concepts.ts'
import { csvReader, plainCell } from '#text/csv.ts'
import { decoded } from '../file/encoding.ts'
import { counted, faultOf, type Source, type SourceRow, Unusable } from '../file/source.ts'
import { refusals } from '../refusals.ts'
import { largestFile, type Settings, type SourceInfo } from '../schema.ts'
import { type Citation, readBibtex } from './bibtex.ts'
import { type CldfTable, type Dataset, joinedNames, readMetadata } from './metadata.ts'
import { isSpreadsheet, openZip, textOf, type Zip } from './zip.ts'

const largestTable = 30_000_000
const largestSources = 2_000_000
const maxNames = 200_000

type Row = { number: number; get(term: string): string; list(term: string): string[]; fault?: string | undefined }
type Language = { name: string; iso: string; glottocode: string; contributor: string; forms: number }
/** The people who made each contribution of a dataset, by its id. */
type Contributions = Map<string, string>
type Codes = { iso639_3: string | null; glottocode: string | null }

/**
 * Opens a CLDF Wordlist in a ZIP file: forms become words, parameters their English meanings, and languages their
 * languages and dialects.
 * @param ofSite the languages of the site; if a dataset has one, others are not selected by default
 */
export async function openWordlist(
  storage: Storage,
  key: string,
  size: number,
  type: Importable,
  importSettings: Settings,
  ofSite: readonly Codes[],
): Promise<Source> {
  const zip = await openZip(storage, key, size)
  try {
    if (isSpreadsheet(zip)) throw new Unusable(refusals.spreadsheet)
    if (type.type !== kinds.vocabulary.type) throw new Unusable(refusals.onlyWords)
    const dataset = await readMetadata(zip)
    const contributions = await readContributions(zip, dataset)
    const languages = await readLanguages(zip, dataset, contributions)
    const hasLanguages = dataset.tables.has('LanguageTable')
    for await (const form of tableRows(zip, tableOf(dataset, 'FormTable'), largestFile)) {
      const id = form.get('languagereference')
      if (!hasLanguages && !languages.has(id)) addLanguage(languages, id, unnamed(id, ofSite))
      const language = languages.get(id)
      if (language) language.forms += 1
    }
    const detected = sourceInfoOf(dataset, languages)
    const settings = { ...importSettings, columns: [], languages: chosen(detected, languages, importSettings, ofSite) }
    let done = 0
    const count = (bytes: number) => {
      done += bytes
    }
    const forms = tableOf(dataset, 'FormTable')
    const names = {
      languages,
      contributions,
      meanings: await readMeanings(zip, dataset),
      studies: await readStudies(zip, dataset),
      chosen: new Set(settings.languages),
    }
    return {
      found: detected,
      settings,
      rows: words(tableRows(zip, forms, largestFile, count), dataset, names, type),
      progress: () => ({ done, total: zip.sizeOf(forms.name) }),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function sourceInfoOf({ title, licence, citation }: Dataset, languages: Map<string, Language>): SourceInfo {
  const used = [...languages].filter(([, { forms }]) => forms > 0)
  const list = used.map(([id, { name, forms }]) => ({ id, name, forms })).sort((a, b) => a.name.localeCompare(b.name))
  return { format: 'cldf', head: [], headRow: 1, top: [], languages: list, title, licence, citation }
}

function chosen(
  { languages: used }: SourceInfo,
  all: Map<string, Language>,
  { languages }: Settings,
  ofSite: readonly Codes[],
): string[] {
  const selected = used.filter(({ id }) => languages.includes(id))
  const own = used.filter(({ id }) => {
    const { iso, glottocode } = all.get(id) ?? {}
    return ofSite.some((one) => (glottocode ? one.glottocode === glottocode : iso && one.iso639_3 === iso))
  })
  return (selected.length ? selected : own.length ? own : used).map(({ id }) => id)
}

function tableOf({ tables }: Dataset, term: string): CldfTable {
  const table = tables.get(term)
  if (!table) throw new Unusable(refusals.noFile(term))
  return table
}

/** Yields the rows of a table, whose cells are read by CLDF term. Throws Unusable if the ZIP file is damaged. */
async function* tableRows(
  zip: Zip,
  { name, delimiter, columns, isEscaped, required }: CldfTable,
  maxBytes: number,
  count: (bytes: number) => void = () => {},
): AsyncGenerator<Row> {
  const body = await zip.open(name, maxBytes)
  const reader = csvReader(delimiter)
  let head: string[] | undefined
  try {
    for await (const piece of decoded(counted(body, count), 'utf-8')) yield* rows(reader.push(piece))
    yield* rows(reader.end())
  } catch (error) {
    throw error instanceof Unusable || !isZipError(error) ? error : new Unusable(refusals.notZip)
  } finally {
    body.destroy()
  }

  function* rows(read: ReturnType<typeof reader.end>): Generator<Row> {
    for (const { number, cells, fault } of read) {
      if (!head) {
        head = cells
        if (required?.some((column) => !cells.includes(column))) throw new Unusable(refusals.noDataset)
        continue
      }
      const at = head
      const get = (term: string) => {
        const cell = cells[at.indexOf(columns.get(term)?.name ?? '')] ?? ''
        return isEscaped ? plainCell(cell) : cell
      }
      const list = (term: string) => {
        const separator = columns.get(term)?.separator
        const value = get(term)
        return (separator ? value.split(separator) : [value]).map((one) => one.trim()).filter((one) => one !== '')
      }
      yield { number, get, list, fault: faultOf(cells, fault, at.length) }
    }
  }
}

/** Returns whether an error comes from unpacking a damaged ZIP file. */
function isZipError(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return code.startsWith('Z_') || /invalid|too (many|few) bytes|unexpected|not enough|CRC|checksum/i.test(message)
}

async function readContributions(zip: Zip, { tables }: Dataset): Promise<Contributions> {
  const contributions: Contributions = new Map()
  const table = tables.get('ContributionTable')
  if (!table) return contributions
  for await (const row of tableRows(zip, table, largestTable)) {
    if (contributions.size >= maxNames) throw new Unusable(refusals.tooLargeInside('contributions.csv'))
    contributions.set(row.get('id'), contributorOf(row))
  }
  return contributions
}

/** Returns who contributed a row of any table, itself or by its contribution; an empty text if it doesn't say. */
function contributorOf({ list }: Row, contributions?: Contributions): string {
  // "Contributors" is the name in early releases of CLDF, where its term is one of Dublin Core.
  const named = [...list('contributor'), ...list('contributors')]
  const names = named.length > 0 ? named : list('contributionreference').flatMap((id) => contributions?.get(id) ?? [])
  return joinedNames(names)
}

async function readLanguages(
  zip: Zip,
  { tables }: Dataset,
  contributions: Contributions,
): Promise<Map<string, Language>> {
  const languages = new Map<string, Language>()
  const table = tables.get('LanguageTable')
  if (!table) return languages
  for await (const row of tableRows(zip, table, largestTable)) {
    const [iso, glottocode] = [row.get('iso639p3code').toLowerCase(), row.get('glottocode').toLowerCase()]
    const contributor = contributorOf(row, contributions)
    const name = row.get('name').slice(0, 200)
    addLanguage(languages, row.get('id'), { name, iso, glottocode, contributor, forms: 0 })
  }
  return languages
}

function addLanguage(languages: Map<string, Language>, id: string, language: Language): void {
  if (languages.size >= 20_000) throw new Unusable(refusals.tooLargeInside('languages.csv'))
  languages.set(id.slice(0, 200), language)
}

/**
 * Returns a language of which a dataset has only the id: a Glottocode, the ISO 639-3 code of a language of the site, or a
 * name. Other ids of three letters can be anything.
 */
function unnamed(id: string, ofSite: readonly Codes[]): Language {
  const [glottocode = ''] = /^[a-z0-9]{4}\d{4}$/.exec(id) ?? []
  const iso = ofSite.find((one) => one.iso639_3 === id)?.iso639_3 ?? ''
  return { name: glottocode || iso ? '' : id.slice(0, 200), iso, glottocode, contributor: '', forms: 0 }
}

type Meaning = Concept & { english: string }

/**
 * Returns each parameter with its English meaning; undefined if the dataset has only their ids. Lists of numerals use
 * digits as names, so 3 becomes “three”.
 */
async function readMeanings(zip: Zip, { tables }: Dataset): Promise<Map<string, Meaning> | undefined> {
  const table = tables.get('ParameterTable')
  if (!table) return undefined
  const meanings = new Map<string, Meaning>()
  for await (const row of tableRows(zip, table, largestTable)) {
    if (meanings.size >= maxNames) throw new Unusable(refusals.tooLargeInside('parameters.csv'))
    const name = row.get('name').slice(0, 300)
    const english = isNumber(name) ? numberWord(Number(name)) : name
    const [id, gloss] = [row.get('concepticonreference'), row.get('concepticon_gloss')]
    meanings.set(row.get('id'), { english, name, id: id.slice(0, 20), gloss: gloss.slice(0, 100) })
  }
  return meanings
}

/** Returns whether a name is a number below a million, which can be written as a word. */
const isNumber = (name: string) => /^\d{1,6}$/.test(name)

async function readStudies(zip: Zip, { sources }: Dataset): Promise<Map<string, Citation>> {
  if (!sources || !zip.names.includes(sources)) return new Map()
  return readBibtex(await textOf(await zip.open(sources, largestSources)))
}

/** Headers in exports of earlier releases, with the current names of their columns. */
const earlierHeaders = [['example_marakwet', 'example']] as const

type Names = {
  languages: Map<string, Language>
  contributions: Contributions
  meanings: Map<string, Meaning> | undefined
  studies: Map<string, Citation>
  chosen: Set<string>
}

async function* words(rows: AsyncIterable<Row>, dataset: Dataset, names: Names, type: Importable) {
  const forms = tableOf(dataset, 'FormTable')
  // An export of this software has all its data in columns with our own names.
  const headers = new Map([...earlierHeaders, ...type.columns.map(({ name }) => [headerOf(name), name] as const)])
  const own = [...headers].filter(([header]) => forms.columns.has(header))
  const isOurs = forms.columns.has(headerOf('sourceCitation'))
  for await (const row of rows) {
    const language = row.get('languagereference')
    if (!names.chosen.has(language)) continue
    const values: SourceRow['values'] = { ...valuesOf(row, names), ...(isOurs ? {} : sourceOf(row, dataset, names)) }
    if (isOurs) {
      for (const [header, name] of own) values[name] = row.get(header)
      // A BibTeX entry that the export generated from a citation isn't the study's own.
      const isGenerated = row.list('source').some((key) => key.startsWith('citation-'))
      values.sourceBibtex = isGenerated ? '' : (sourceOf(row, dataset, names).sourceBibtex ?? '')
    }
    yield { number: row.number, values, ...(row.fault && { problem: { column: '', message: row.fault } }) }
  }
}

function valuesOf(row: Row, { languages, meanings }: Names): SourceRow['values'] {
  const { name = '', iso = '', glottocode = '' } = languages.get(row.get('languagereference')) ?? {}
  return {
    id: row.get('id'),
    form: row.get('form') || row.get('value'),
    // A form with several parameters has several meanings.
    english: row
      .list('parameterreference')
      .flatMap((id) => (meanings ? (meanings.get(id)?.english ?? []) : id))
      .join('; '),
    language: name,
    iso639_3: iso,
    glottocode,
    dialect: name,
    ipa: row
      .list('segments')
      .map((segment) => (segment === '_' ? ' ' : segment === '+' ? '' : segment))
      .join(''),
    meaning: row.get('comment'),
    loan: /^(true|1|yes)$/i.test(row.get('loan')) ? 'yes' : '',
  }
}

function sourceOf(row: Row, dataset: Dataset, names: Names): SourceRow['values'] {
  const { id, title, citation, licence } = dataset
  const { studies, languages, meanings, contributions } = names
  const references = row.list('source').map((one) => /^([^[]*)(?:\[(.*)\])?$/.exec(one) ?? [])
  const sources = references.flatMap(([, key = '', pages]) => {
    const study = studies.get(key)
    return study ? [{ ...study, pages }] : []
  })
  const [first] = sources
  const citations = sources
    .map(({ citation: text, pages }) => (pages ? `${text.replace(/\.$/, '')}, ${pages}.` : text))
    .join(' ')
  const sourceCitation = citations || references.map(([, key]) => key).join('; ') || citation || ''
  return {
    id: '',
    sourceId: `${id}/${row.get('id')}`,
    sourceCitation,
    sourceUrl: first?.url ?? '',
    sourceLicence: licence ?? '',
    sourceShort: (first?.short ?? title ?? '').slice(0, 200),
    sourceForm: row.get('value') || row.get('form'),
    sourceBibtex: sources.map(({ bibtex }) => bibtex).join('\n\n'),
    contributor:
      contributorOf(row, contributions) ||
      languages.get(row.get('languagereference'))?.contributor ||
      dataset.contributor,
    ...conceptCells(row.list('parameterreference').flatMap((parameter) => meanings?.get(parameter) ?? [])),
  }
}
