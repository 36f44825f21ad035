import { createHash } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Common, cellsOf, type Existing, type Importable } from '#content/entry/write/importable.ts'
import { languageColumns, languageNames, soughtLanguage } from '#content/language/importable.ts'
import type { NamedInFile } from '#content/language/queries.ts'
import { isId } from '#core/id.ts'
import { isStorable } from '#core/input/input.ts'
import { mended } from '#core/input/mend.ts'
import { sentences } from '#core/input/sentences.ts'
import { sameKey } from '#text/fold.ts'
import { doubt } from './file/encoding.ts'
import type { SourceRow } from './file/source.ts'
import { entriesWithIds, type Judged, withdrawnAmong } from './queries.ts'
import { refusals } from './refusals.ts'
import type { Problem } from './schema.ts'

type Row = Parsed & Pick<SourceRow, 'number' | 'homonym'>
type Candidate = Common & Existing

/** The maximum number of characters shown of each cell in a row that can't be used. */
const shownCharacters = 300
/** The maximum number of entries or rows with the same key that a row is compared with. */
const mostAlike = 100

/**
 * Returns a function that determines the outcomes of a file's rows in batches. Each row is an entry of its own, unless
 * an entry or an earlier row already contains all of it. It remembers only digests of rows.
 */
export function judge(type: Importable) {
  const file = new FileMemory()
  return async (db: NodePgDatabase, rows: SourceRow[]): Promise<Judged[]> => {
    const read = rows.map((row) => ({ ...row, ...parseRow(type, row) }))
    const records = read.flatMap(({ record }) => record ?? [])
    const ids = records.flatMap(({ id }) => (isId(id) ? [id] : []))
    const archive = await Archive.read(db, type, records)
    const [withdrawn, taken] = await Promise.all([withdrawnAmong(db, ids), entriesWithIds(db, ids)])
    return read.map((row) => {
      const { record } = row
      if (!record) return wrong(row, row.problems)
      if (record.id && withdrawn.has(record.id)) return wrong(row, [{ column: 'id', message: refusals.withdrawn }])
      return outcomeOf(type, { ...row, record }, { archive, file, taken: new Set(taken) })
    })
  }
}

function outcomeOf(
  type: Importable,
  row: Row & { record: Common },
  { archive, file, taken }: { archive: Archive; file: FileMemory; taken: Set<string> },
): Judged {
  const { number, values, homonym } = row
  const { id, sourceId } = row.record
  const notes = row.problems.length > 0 ? row.problems : null
  const given = new Set(Object.keys(values))
  const names = [id, sourceId].flatMap((one) => (one ? [digest(one)] : []))
  const isRepeated = names.some((one) => file.ids.has(one))
  for (const one of names) file.ids.add(one)
  const same = isRepeated ? undefined : archive.named(row.record)
  if (same) {
    file.add(type, row.record, { number, homonym })
    return against(row, same, differences(type, same, row.record, { given, clears: same.id === id }), notes)
  }
  const record = {
    ...row.record,
    ...(id && (isRepeated || !isId(id) || taken.has(id)) && { id: null }),
    ...(sourceId && isRepeated && { sourceId: null }),
  }
  const earlier = file.containing(type, record, homonym)
  if (earlier) {
    const problems = [{ column: '', message: refusals.sameAsRow(earlier) }]
    return { number, outcome: 'present', record, problems }
  }
  file.add(type, record, { number, homonym })
  const { contained, completed } = archive.like(type, record)
  const match = contained.find((one) => file.matches(one.id, homonym))
  if (match) return { number, outcome: 'present', record, problems: notes, entryId: match.id }
  if (!completed || homonym || file.completed.has(completed.id))
    return { number, outcome: 'fresh', record, problems: notes }
  file.completed.add(completed.id)
  return against({ ...row, record }, completed, differences(type, completed, record, { given, clears: false }), notes)
}

/** Returns the outcome of a row that belongs to an existing entry. */
function against(
  row: Row & { record: Common },
  { id: entryId, limited }: Existing,
  before: Record<string, string>,
  problems: Problem[] | null,
): Judged {
  const { number, record } = row
  // The outcome doesn't depend on what the entry says, because a keeper outside its group could find out by guessing.
  if (limited) return wrong(row, [{ column: '', message: refusals.limited }])
  if (Object.keys(before).length === 0) return { number, outcome: 'present', record, problems, entryId }
  return { number, outcome: 'differs', record, problems, entryId, before }
}

function wrong({ number, values }: Row, problems: Problem[]): Judged {
  return { number, outcome: 'wrong', record: displayValues(values), problems }
}

/** The existing entries that the rows of a batch could belong to. */
export class Archive {
  readonly #byId: Map<string, Candidate>
  readonly #bySource: Map<string, Candidate>
  readonly #byKey: Map<string, Candidate[]>

  private constructor(type: Importable, entries: Candidate[]) {
    this.#byId = new Map(entries.map((one) => [one.id, one]))
    this.#bySource = new Map(entries.flatMap((one) => (one.sourceId ? [[one.sourceId, one]] : [])))
    this.#byKey = Map.groupBy(
      entries.filter(({ limited }) => !limited),
      (one) => type.keyOf(one),
    )
  }

  static async read(db: NodePgDatabase, type: Importable, rows: Common[]): Promise<Archive> {
    if (rows.length === 0) return new Archive(type, [])
    const named = rows.flatMap(({ id }) => (isId(id) ? [id] : []))
    const ids = new Set([...named, ...(await type.near(db, rows))])
    return new Archive(type, ids.size > 0 ? await type.byIds(db, [...ids]) : [])
  }

  /** Returns the entry with the row's id, or with its id in the list that it comes from. */
  named({ id, sourceId }: Common): Candidate | undefined {
    return (id && this.#byId.get(id)) || (sourceId && this.#bySource.get(sourceId)) || undefined
  }

  /** Returns the entries that contain the row, and one that the row completes. */
  like(type: Importable, row: Common): { contained: Candidate[]; completed: Candidate | undefined } {
    const [content, sought] = [contentOf(type, row), soughtIn(row)]
    const alike = (this.#byKey.get(type.keyOf(row)) ?? []).slice(0, mostAlike)
    const results = Map.groupBy(alike, (one) => compare(contentOf(type, one), content, { sought }))
    return { contained: results.get('contained') ?? [], completed: results.get('completed')?.[0] }
  }
}

type Remembered = { number: number; homonym: string | undefined; content: Content }

/** Remembers the rows of a file. Each is stored as a text, because that takes the least memory. */
class FileMemory {
  /** Ids that have occurred. Several rows can have the same one, but only the first is the entry that it names. */
  readonly ids = new Set<string>()
  /** Existing entries that a row completes, so that a second row is an entry of its own. */
  readonly completed = new Set<string>()
  readonly #homonyms = new Map<string, string>()
  readonly #rows = new Map<string, string[]>()

  add(type: Importable, row: Common, { number, homonym }: Omit<Remembered, 'content'>) {
    const key = digest(type.keyOf(row))
    const rows = this.#rows.get(key) ?? []
    if (rows.length < mostAlike) rows.push(JSON.stringify({ number, homonym, content: contentOf(type, row) }))
    this.#rows.set(key, rows)
  }

  /** Returns whether an entry can be the word with this number. Words with different numbers are different entries. */
  matches(entryId: string, homonym: string | undefined): boolean {
    if (homonym === undefined) return true
    const number = this.#homonyms.get(entryId) ?? homonym
    this.#homonyms.set(entryId, number)
    return number === homonym
  }

  /** Returns the number of an earlier row that contains this one. */
  containing(type: Importable, row: Common, homonym: string | undefined): number | undefined {
    const stored = this.#rows.get(digest(type.keyOf(row)))
    if (!stored) return undefined
    const [content, sought] = [contentOf(type, row), soughtIn(row)]
    const rows = stored.map((text): Remembered => JSON.parse(text))
    return rows.find((one) => one.homonym === homonym && compare(one.content, content, { sought }) === 'contained')
      ?.number
  }
}

/** Shortens values and makes them storable: PostgreSQL's JSON allows no NUL and no lone surrogates. */
function displayValues(values: Record<string, string>): Record<string, string> {
  const cut = (value: string) => value.slice(0, shownCharacters).replaceAll('\0', '\uFFFD').toWellFormed()
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]))
}

/** A row that can be used has a record, and its problems are notes on what was mended or left out. */
type Parsed = { values: Record<string, string>; record?: Common; problems: Problem[] }

const doubtful = new RegExp(`${doubt}(.)`, 'gsu')
/** Cells that decide who can see an entry are never left out, because the row would then become public. */
const neverLeftOut = ['visibility']

/**
 * Parses a row. Cells that aren't needed are mended or left out if they can't be used, so that the rest of the row can
 * be imported.
 */
function parseRow(type: Importable, { values: read, problem }: SourceRow): Parsed {
  const values: Record<string, string> = {}
  let notes: Problem[] = []
  const note = (column: string, message: string) => notes.push({ column, message })
  for (const [column, cell] of Object.entries(read)) {
    values[column] = cell.replaceAll(doubt, '')
    const letters = new Set([...cell.matchAll(doubtful)].map(([, letter]) => letter))
    if (letters.size > 0) note(column, refusals.doubtful([...letters].slice(0, 10).join(' ')))
  }
  if (problem) return { values, problems: [problem] }
  const shown = { ...values }
  type.mend?.(values, note)
  for (;;) {
    const { record, problems } = validated(type, values)
    if (record) return { values, record, problems: notes }
    for (const [column, message] of new Map(problems.map((one) => [one.column, one.message]))) {
      const cell = values[column]?.trim() ?? ''
      const joined = cell.replaceAll(lineBreaks, ' ')
      if (joined !== cell) {
        values[column] = joined
        note(column, refusals.joined)
      } else if (isOptional(type, column)) {
        delete values[column]
        notes = notes.filter((one) => one.column !== column)
        note(column, refusals.leftOut(message))
      } else return { values: shown, problems }
    }
  }
}

const lineBreaks = /\s*[\r\n\v\f\u0085\u2028\u2029]+\s*/g

function isOptional({ columns }: Importable, name: string): boolean {
  const column = columns.find((one) => one.name === name)
  return column !== undefined && !column.needed && !neverLeftOut.includes(name)
}

function validated(type: Importable, values: Record<string, string>): { record?: Common; problems: Problem[] } {
  const columns = Object.keys(values)
  const refuse = (message: string, isWrong: (cell: string) => boolean) =>
    columns.filter((column) => isWrong(values[column] ?? '')).map((column) => ({ column, message }))
  const unreadable = refuse(refusals.unreadable, (cell) => cell.includes('\uFFFD'))
  if (unreadable.length > 0) return { problems: unreadable }
  const hidden = refuse(sentences.hidden, (cell) => !isStorable(cell))
  if (hidden.length > 0) return { problems: hidden }
  const { data, error } = type.Row.safeParse(values)
  if (!error) return { record: data, problems: [] }
  return { problems: error.issues.map(({ path, message }) => ({ column: String(path[0] ?? ''), message })) }
}

/** The content by which rows are compared: the names of their language, and digests of their filled cells by column. */
type Content = { languages: string[]; cells: Record<string, string> }

const languageNamesOfColumns = new Set(languageColumns.map(({ name }) => name))

/** Returns whether a column says what an entry is or who gave it, and not where it was found or who can see it. */
function isContent(name: string): boolean {
  return !/^(id$|visibility$|confirmed$|source|concept)/.test(name) && !isLanguage(name)
}

const isLanguage = (name: string) => languageNamesOfColumns.has(name)

function languageOf(row: Common): NamedInFile {
  const { language = null, iso639_3 = null, glottocode = null } = row as Partial<NamedInFile>
  return { language, iso639_3, glottocode }
}

/** Returns the content of a row or an existing entry. Texts are compared by `sameKey`. */
function contentOf(type: Importable, row: Common): Content {
  const filled = cellsOf(type, row).flatMap((cell, at): [string, string][] => {
    const name = type.columns[at]?.name ?? ''
    return cell !== '' && isContent(name) ? [[name, digest(sameKey(cell))]] : []
  })
  return { languages: languageNames(languageOf(row)), cells: Object.fromEntries(filled) }
}

/**
 * Compares a row with an entry that has the same key. The entry contains the row if it has all of its filled cells, and
 * the row completes the entry if it has more, but none that is different.
 */
function compare(entry: Content, row: Content, { sought }: { sought: string | undefined }) {
  if (sought !== undefined && !entry.languages.includes(sought)) return 'other'
  const names = Object.keys(row.cells)
  if (names.some((name) => name in entry.cells && entry.cells[name] !== row.cells[name])) return 'other'
  return names.every((name) => name in entry.cells) ? 'contained' : 'completed'
}

/** Returns the language that a row names, in the form in which `compare` looks it up. */
function soughtIn(row: Common): string | undefined {
  return soughtLanguage(languageOf(row))
}

/**
 * Returns the cells of an existing entry that its row in a file would change, by column.
 * @param given the columns of the file. An empty cell changes nothing unless `clears` is true.
 */
function differences(
  type: Importable,
  entry: Common & Existing,
  row: Common,
  { given, clears }: { given: ReadonlySet<string>; clears: boolean },
): Record<string, string> {
  const sought = soughtIn(row)
  const isSameLanguage = sought === undefined || languageNames(languageOf(entry)).includes(sought)
  const comparable = (name: string, cell: string) => type.comparable?.(name, mended(cell)) ?? mended(cell)
  const [old, now] = [cellsOf(type, entry), cellsOf(type, row)]
  const changed = type.columns.flatMap(({ name, needed }, at): [string, string][] => {
    const [before = '', after = ''] = [old[at], now[at]]
    if (name === 'id' || !given.has(name) || (isLanguage(name) && isSameLanguage)) return []
    const keeps = after === '' && (!clears || needed || isLanguage(name) || name === 'visibility')
    return keeps || comparable(name, before) === comparable(name, after) ? [] : [[name, before]]
  })
  return Object.fromEntries(changed)
}

/** Returns a short digest, because a file has up to 50,000 rows whose cells are remembered. */
function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64').slice(0, 12)
}
