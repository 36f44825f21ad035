import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { keepFacets } from '#content/entry/list/facets.ts'
import { insertEntries } from '#content/entry/write/bulk.ts'
import { keepVersions } from '#content/entry/write/versions.ts'
import { languagesOfRows, type NamedInFile } from '#content/language/queries.ts'
import { audit } from '#core/audit.ts'
import { siteState } from '#core/tables.ts'
import { readCsv } from '#text/csv.ts'
import { insertWords, namesOf, wordsOf } from './change.ts'
import { numberWord } from './number-word.ts'
import { evenLot } from './queries.ts'
import { type Source, vocabulary } from './table.ts'

type Row = Record<string, string>
type PublishedWord = {
  sourceId: string
  form: string
  english: string
  named: NamedInFile
  partOfSpeech: string | null
  dialect: string
  ipa: string
  ipaApproximate: boolean
  loan: boolean
  source: Source
}

const dialect = 'Endo'
const licences: Record<string, string> = { 'CC-BY-4.0': 'CC BY 4.0' }
/** The name under which the ids of imported rows are stored, so that words that a keeper removed stay removed. */
const importedRows = 'vocabulary.imported_rows'

/**
 * Imports the words of the lists in `folder` (numerals.csv, asjp_wordlists.csv; see its README) that the site has not
 * imported yet, in one transaction. Running it again changes nothing; words edited or removed since stay as they are.
 * @returns the number of words added
 */
export async function importPublishedWords({ db }: { db: NodePgDatabase }, folder: string): Promise<number> {
  const words = await readPublishedWords(folder)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${importedRows}))`)
    const missing = await notYetImported(tx, words)
    if (missing.length === 0) return 0
    const added = missing.map((word, at) => ({ ...word, entryId: randomUUIDv7(), lot: evenLot(at) }))
    const languageOf = await languagesOfRows(
      tx,
      added.map(({ named }) => named),
    )
    const shared = added.map((word) => ({
      id: word.entryId,
      title: word.form,
      visibility: 'public' as const,
      names: namesOf(word),
      words: wordsOf(word),
      confirmed: false,
      confirmedBy: null,
    }))
    await insertEntries(tx, 'vocabulary', shared)
    await insertWords(
      tx,
      added.map(({ named, ...word }) => ({ ...word, language: languageOf(named) })),
    )
    const ids = added.map(({ entryId }) => entryId)
    await keepFacets(tx, ids)
    await keepVersions(tx, ids, 'import', null)
    const value = words.map(({ sourceId }) => sourceId)
    const version = sql`${siteState.version} + 1`
    await tx
      .insert(siteState)
      .values({ name: importedRows, value })
      .onConflictDoUpdate({ target: siteState.name, set: { value, version } })
    await audit({ db: tx, viewer: null }, 'vocabulary:import', null, { words: added.length })
    return added.length
  })
}

async function notYetImported(db: NodePgDatabase, words: PublishedWord[]): Promise<PublishedWord[]> {
  const [state] = await db.select().from(siteState).where(eq(siteState.name, importedRows))
  const ids = words.map(({ sourceId }) => sourceId)
  const present = await db.select({ id: vocabulary.sourceId }).from(vocabulary).where(inArray(vocabulary.sourceId, ids))
  const existing = new Set([...((state?.value ?? []) as string[]), ...present.map(({ id }) => id)])
  return words.filter(({ sourceId }) => !existing.has(sourceId))
}

/** Returns every usable row of the lists; rows marked as incomplete are left out. */
export async function readPublishedWords(folder: string): Promise<PublishedWord[]> {
  const read = async (file: string) => readTable(await readFile(join(folder, file), 'utf8'))
  const [numerals, basic] = await Promise.all([read('numerals.csv'), read('asjp_wordlists.csv')])
  return [...numerals.filter((row) => row.flag === '').map(numeral), ...basic.map(basicWord)]
}

/** Returns the rows as objects, keyed by the header. */
function readTable(text: string): Row[] {
  const [head, ...rows] = readCsv(text)
  return rows.map(({ cells }) => Object.fromEntries(head?.cells.map((name, at) => [name, cells[at] ?? '']) ?? []))
}

function numeral(row: Row): PublishedWord {
  const form = cell(row, 'form_ipa')
  const value = Number(cell(row, 'value'))
  return {
    sourceId: cell(row, 'id'),
    form,
    english: numberWord(value),
    named: namedIn(row),
    partOfSpeech: 'numeral',
    dialect,
    ipa: form,
    ipaApproximate: false,
    loan: row.loan === 'True' || isSecondTen(cell(row, 'id'), value),
    source: {
      citation:
        "Joost Zwarts, Utrecht University, 18 June 2007. In Chan, Eugene (ed.) 2019, Numeral Systems of the World's Languages (lexibank/numerals).",
      url: null,
      licence: licenceOf(row),
      short: 'Zwarts 2007',
      form,
    },
  }
}

/** Returns true for the second form of 60, 70, 80 or 90, borrowed from Swahili or Arabic (see the lists' README). */
function isSecondTen(id: string, value: number): boolean {
  return value >= 60 && value <= 90 && value % 10 === 0 && id.endsWith('-2')
}

/**
 * Returns a word of an ASJP list. Its forms are stems in ASJP's own script; their letter-by-letter conversion is shown
 * and marked as approximate.
 */
function basicWord(row: Row): PublishedWord {
  const form = cell(row, 'approx_ipa')
  const also = /^both '(.+)'$/.exec(row.note ?? '')?.[1]
  return {
    sourceId: cell(row, 'id'),
    form,
    english: [cell(row, 'concept'), also].filter(Boolean).join(', '),
    named: namedIn(row),
    partOfSpeech: null,
    dialect,
    ipa: form,
    ipaApproximate: true,
    loan: row.marked_loan === 'True',
    source: {
      citation:
        'Zwarts, Joost. 2004. The phonology of Endo. A Southern Nilotic language of Kenya. München: Lincom. In Wichmann, Søren et al. 2010, ASJP Database v12 (lexibank/asjp).',
      url: null,
      licence: licenceOf(row),
      short: 'Zwarts 2004 through ASJP',
      form: cell(row, 'form_asjpcode'),
    },
  }
}

function namedIn(row: Row): NamedInFile {
  return { language: null, iso639_3: cell(row, 'iso639_3'), glottocode: cell(row, 'glottocode') }
}

function cell(row: Row, name: string): string {
  const value = row[name]?.normalize('NFC').trim()
  if (!value) throw new Error(`The word list has a row without ${name}: ${JSON.stringify(row)}`)
  return value
}

function licenceOf(row: Row): string {
  const licence = cell(row, 'licence')
  return licences[licence] ?? licence
}
