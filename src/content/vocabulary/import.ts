import { randomUUIDv7 } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq, inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { readCsv } from '#core/csv.ts'
import { siteState } from '#core/tables.ts'
import { insertEntries } from '../entry/bulk.ts'
import { audit } from '../entry/queries.ts'
import { keepVersions } from '../entry/versions.ts'
import { insertWords, namesOf, wordsOf } from './change.ts'
import { numberWord } from './number-word.ts'
import { evenLot } from './queries.ts'
import { type Source, vocabulary } from './table.ts'

type Row = Record<string, string>
type PublishedWord = {
  sourceId: string
  marakwet: string
  english: string
  partOfSpeech: string | null
  dialect: string
  ipa: string
  ipaApproximate: boolean
  loan: boolean
  source: Source
}

const dialect = 'Endo'
const licences: Record<string, string> = { 'CC-BY-4.0': 'CC BY 4.0' }
/** The rows that a site has imported once, so that a word that a keeper removed stays away. */
const importedRows = 'vocabulary.imported_rows'

/**
 * Loads the word lists of `folder` (numerals.csv, asjp_wordlists.csv; see its README) that the site has not had yet, in
 * one transaction. Running it again changes nothing; a word that was edited or removed since is left as it is.
 * @returns how many words came in
 */
export async function importPublishedWords({ db }: { db: NodePgDatabase }, folder: string): Promise<number> {
  const words = await readPublishedWords(folder)
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${importedRows}))`)
    const missing = await notYetImported(tx, words)
    if (missing.length === 0) return 0
    const added = missing.map((word, at) => ({ ...word, entryId: randomUUIDv7(), lot: evenLot(at) }))
    const shared = added.map((word) => ({
      id: word.entryId,
      title: word.marakwet,
      visibility: 'public' as const,
      names: namesOf(word),
      words: wordsOf(word),
      confirmed: false,
      confirmedBy: null,
    }))
    await insertEntries(tx, 'vocabulary', shared)
    await insertWords(tx, added)
    await keepVersions(
      tx,
      added.map(({ entryId }) => entryId),
      'import',
      null,
    )
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
  const known = new Set([...((state?.value ?? []) as string[]), ...present.map(({ id }) => id)])
  return words.filter(({ sourceId }) => !known.has(sourceId))
}

/** Every usable row of the lists; what a source itself leaves incomplete is left out. */
export async function readPublishedWords(folder: string): Promise<PublishedWord[]> {
  const read = async (file: string) => readTable(await readFile(join(folder, file), 'utf8'))
  const [numerals, basic] = await Promise.all([read('numerals.csv'), read('asjp_wordlists.csv')])
  return [...numerals.filter((row) => row.flag === '').map(numeral), ...basic.map(basicWord)]
}

/** The rows of a list, each by the names of its first. */
function readTable(text: string): Row[] {
  const [head, ...rows] = readCsv(text)
  return rows.map(({ cells }) => Object.fromEntries(head?.cells.map((name, at) => [name, cells[at] ?? '']) ?? []))
}

function numeral(row: Row): PublishedWord {
  const form = cell(row, 'form_ipa')
  const value = Number(cell(row, 'value'))
  return {
    sourceId: cell(row, 'id'),
    marakwet: form,
    english: numberWord(value),
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

/** From 60 up the tens have a second form borrowed from Swahili or Arabic (README of the lists). */
function isSecondTen(id: string, value: number): boolean {
  return value >= 60 && value <= 90 && value % 10 === 0 && id.endsWith('-2')
}

/** ASJP's forms are stems in a script of its own; what is shown is the letter-by-letter swap, as approximate. */
function basicWord(row: Row): PublishedWord {
  const form = cell(row, 'approx_ipa')
  const also = /^both '(.+)'$/.exec(row.note ?? '')?.[1]
  return {
    sourceId: cell(row, 'id'),
    marakwet: form,
    english: [cell(row, 'concept'), also].filter(Boolean).join(', '),
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

function cell(row: Row, name: string): string {
  const value = row[name]?.normalize('NFC').trim()
  if (!value) throw new Error(`The word list has a row without ${name}: ${JSON.stringify(row)}`)
  return value
}

function licenceOf(row: Row): string {
  const licence = cell(row, 'licence')
  return licences[licence] ?? licence
}
