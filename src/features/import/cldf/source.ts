import type { Importable } from '#content/entry/importable.ts'
import { headerOf } from '#content/entry/importable.ts'
import { csvReader, plainCell } from '#core/csv.ts'
import type { Storage } from '#core/storage.ts'
import { decoded } from '../encoding.ts'
import { refusals } from '../refusals.ts'
import { type Found, largestFile, type Settings } from '../schema.ts'
import { type Source, type SourceRow, Unusable } from '../source.ts'
import { type Citation, readBibtex } from './bibtex.ts'
import { type CldfTable, type Dataset, readMetadata } from './metadata.ts'
import { openZip, textOf, type Zip } from './zip.ts'

const largestTable = 30_000_000
const largestSources = 2_000_000
const mostNames = 200_000
/** ISO 639-3 of the language that the archive keeps: where a dataset has it, the others are not taken unasked. */
const ownLanguage = 'enb'

type Row = { number: number; get(term: string): string; list(term: string): string[]; fault?: string | undefined }
type Language = { name: string; iso: string; forms: number }

/** Opens a CLDF Wordlist in a zip: forms as words, parameters as their English, languages as dialects. */
export async function openWordlist(
  storage: Storage,
  key: string,
  size: number,
  type: Importable,
  given: Settings,
): Promise<Source> {
  if (type.type !== 'vocabulary') throw new Unusable(refusals.onlyWords)
  const zip = await openZip(storage, key, size)
  try {
    const dataset = await readMetadata(zip)
    const languages = await readLanguages(zip, dataset)
    for await (const form of tableRows(zip, tableOf(dataset, 'FormTable'), largestFile)) {
      const language = languages.get(form.get('languagereference'))
      if (language) language.forms += 1
    }
    const found = foundOf(dataset, languages)
    const settings = { ...given, columns: [], languages: chosen(found, languages, given) }
    let done = 0
    const forms = tableOf(dataset, 'FormTable')
    const names = {
      languages,
      meanings: await readMeanings(zip, dataset),
      studies: await readStudies(zip, dataset),
      taken: new Set(settings.languages),
    }
    return {
      found,
      settings,
      rows: words(
        tableRows(zip, forms, largestFile, (bytes) => {
          done += bytes
        }),
        dataset,
        names,
        type,
      ),
      progress: () => ({ done, total: zip.sizeOf(forms.name) }),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

function foundOf({ licence, citation }: Dataset, languages: Map<string, Language>): Found {
  const used = [...languages].filter(([, { forms }]) => forms > 0)
  const list = used.map(([id, { name, forms }]) => ({ id, name, forms })).sort((a, b) => a.name.localeCompare(b.name))
  return { format: 'cldf', head: [], languages: list, licence, citation }
}

function chosen({ languages: used }: Found, all: Map<string, Language>, { languages }: Settings): string[] {
  const wanted = used.filter(({ id }) => languages.includes(id))
  const own = used.filter(({ id }) => all.get(id)?.iso === ownLanguage)
  return (wanted.length ? wanted : own.length ? own : used).map(({ id }) => id)
}

function tableOf({ tables }: Dataset, term: string): CldfTable {
  const table = tables.get(term)
  if (!table) throw new Unusable(refusals.noFile(term))
  return table
}

/** The rows of a table by its columns' terms. Throws Unusable where the zip is damaged. */
async function* tableRows(
  zip: Zip,
  { name, delimiter, columns }: CldfTable,
  most: number,
  count: (bytes: number) => void = () => {},
): AsyncGenerator<Row> {
  const body = await zip.open(name, most)
  const reader = csvReader(delimiter)
  let head: string[] | undefined
  const counted = async function* () {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      count(chunk.length)
      yield chunk
    }
  }
  try {
    for await (const piece of decoded(counted(), 'utf-8')) yield* rows(reader.push(piece))
    yield* rows(reader.end())
  } catch (error) {
    throw error instanceof Unusable || !isOfZip(error) ? error : new Unusable(refusals.notZip)
  } finally {
    body.destroy()
  }

  function* rows(read: ReturnType<typeof reader.end>): Generator<Row> {
    for (const { number, cells, fault } of read) {
      if (!head) {
        head = cells
        continue
      }
      const at = head
      const get = (term: string) => plainCell(cells[at.indexOf(columns.get(term)?.name ?? '')] ?? '')
      const list = (term: string) => {
        const separator = columns.get(term)?.separator
        const value = get(term)
        return (separator ? value.split(separator) : [value]).map((one) => one.trim()).filter((one) => one !== '')
      }
      const why = fault ? (fault === 'too-long' ? refusals.tooLong : refusals.openQuote) : lengthFault(cells, at)
      yield { number, get, list, fault: why }
    }
  }
}

function lengthFault(cells: string[], head: string[]): string | undefined {
  return cells.length === head.length ? undefined : refusals.fewer(cells.length, head.length)
}

/** What unpacking throws where bytes are not as the zip says. */
function isOfZip(error: unknown): boolean {
  const { code = '', message } = error as { code?: string; message: string }
  return code.startsWith('Z_') || /invalid|too (many|few) bytes|unexpected|not enough|CRC|checksum/i.test(message)
}

async function readLanguages(zip: Zip, dataset: Dataset): Promise<Map<string, Language>> {
  const found = new Map<string, Language>()
  for await (const row of tableRows(zip, tableOf(dataset, 'LanguageTable'), largestTable)) {
    if (found.size >= 20_000) throw new Unusable(refusals.tooLargeInside('languages.csv'))
    const id = row.get('id').slice(0, 200)
    found.set(id, { name: row.get('name').slice(0, 200), iso: row.get('iso639p3code'), forms: 0 })
  }
  return found
}

/** What each parameter means, in English. */
async function readMeanings(zip: Zip, dataset: Dataset): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for await (const row of tableRows(zip, tableOf(dataset, 'ParameterTable'), largestTable)) {
    if (found.size >= mostNames) throw new Unusable(refusals.tooLargeInside('parameters.csv'))
    found.set(row.get('id'), row.get('name').slice(0, 300))
  }
  return found
}

async function readStudies(zip: Zip, { sources }: Dataset): Promise<Map<string, Citation>> {
  if (!sources || !zip.names.includes(sources)) return new Map()
  return readBibtex(await textOf(await zip.open(sources, largestSources)))
}

type Names = {
  languages: Map<string, Language>
  meanings: Map<string, string>
  studies: Map<string, Citation>
  taken: Set<string>
}

async function* words(rows: AsyncIterable<Row>, dataset: Dataset, names: Names, type: Importable) {
  const forms = tableOf(dataset, 'FormTable')
  // What this site itself has exported says everything in columns of their own names.
  const own = type.columns.map(({ name }) => name).filter((name) => forms.columns.has(headerOf(name)))
  const isOurs = own.includes('sourceCitation')
  for await (const row of rows) {
    const language = row.get('languagereference')
    if (!names.taken.has(language)) continue
    const values: SourceRow['values'] = { ...said(row, names), ...(isOurs ? {} : sourceOf(row, dataset, names)) }
    if (isOurs) for (const name of own) values[name] = row.get(headerOf(name))
    yield { number: row.number, values, ...(row.fault && { problem: { column: '', message: row.fault } }) }
  }
}

function said(row: Row, { languages, meanings }: Names): SourceRow['values'] {
  return {
    id: row.get('id'),
    marakwet: row.get('form') || row.get('value'),
    english: meanings.get(row.get('parameterreference')) ?? '',
    dialect: languages.get(row.get('languagereference'))?.name ?? '',
    ipa: row
      .list('segments')
      .map((segment) => (segment === '_' ? ' ' : segment === '+' ? '' : segment))
      .join(''),
    meaning: row.get('comment'),
    loan: /^(true|1|yes)$/i.test(row.get('loan')) ? 'yes' : '',
  }
}

function sourceOf(row: Row, { id, title, citation, licence }: Dataset, { studies }: Names): SourceRow['values'] {
  const named = row.list('source').map((one) => /^([^[]*)(?:\[(.*)\])?$/.exec(one) ?? [])
  const found = named.flatMap(([, key = '', pages]) => {
    const study = studies.get(key)
    return study ? [{ ...study, pages }] : []
  })
  const [first] = found
  const whole = found
    .map(({ citation: text, pages }) => (pages ? `${text.replace(/\.$/, '')}, ${pages}.` : text))
    .join(' ')
  const sourceCitation = whole || named.map(([, key]) => key).join('; ') || citation || ''
  return {
    id: '',
    sourceId: `${id}/${row.get('id')}`,
    sourceCitation,
    sourceUrl: first?.url ?? '',
    sourceLicence: licence ?? '',
    sourceShort: (first?.short ?? title ?? '').slice(0, 200),
    sourceForm: row.get('value') || row.get('form'),
  }
}
