import { createHash } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Common, Importable } from '#content/entry/write/importable.ts'
import { isId } from '#core/id.ts'
import { isStorable } from '#core/input/input.ts'
import { sentences } from '#core/input/sentences.ts'
import { entriesWithIds, withdrawnAmong } from './queries.ts'
import { refusals } from './refusals.ts'
import type { Outcome, Problem } from './schema.ts'
import type { SourceRow } from './source.ts'

export type Judged = { number: number; outcome: Outcome; record: object; problems: Problem[] | null }

/** The maximum number of characters shown of each cell in a row that can't be used. */
const shownCharacters = 300

/** Returns a function that determines the outcomes of a file's rows in batches. It remembers only digests of rows. */
export function judge(type: Importable) {
  const digestsOfFile = new Set<string>()
  return async (db: NodePgDatabase, rows: SourceRow[]): Promise<Judged[]> => {
    const read = rows.map((row) => ({ ...row, ...parse(type, row) }))
    const existing = await existingHashes(
      db,
      type,
      read.flatMap(({ record }) => record ?? []),
    )
    const withdrawn = await withdrawnAmong(
      db,
      read.flatMap(({ record }) => (record && isId(record.id) ? [record.id] : [])),
    )
    return read.map(({ number, values, record, problems }) => {
      if (record?.id && withdrawn.has(record.id))
        return {
          number,
          outcome: 'wrong',
          record: displayValues(values),
          problems: [{ column: 'id', message: refusals.withdrawn }],
        }
      if (!record) return { number, outcome: 'wrong', record: displayValues(values), problems }
      const digests = seeksOf(type, record).map(digest)
      if (digests.some((one) => existing.has(one) || digestsOfFile.has(one)))
        return { number, outcome: 'present', record, problems: null }
      for (const key of leavesOf(type, record)) digestsOfFile.add(digest(key))
      return { number, outcome: 'fresh', record, problems: null }
    })
  }
}

/** Returns digests of existing entries that these rows could match. */
export async function existingHashes(db: NodePgDatabase, type: Importable, rows: Common[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const ids = rows.flatMap(({ id }) => (isId(id) ? [id] : []))
  const [near, sameIds] = await Promise.all([type.near(db, rows), entriesWithIds(db, ids)])
  const keys = [...near.flatMap((row) => type.leaves(row)), ...sameIds.map((id) => `id ${id}`)]
  return new Set(keys.map(digest))
}

/** Returns whether the row matches an existing entry. */
export function isKnown(type: Importable, row: Common, existing: Set<string>): boolean {
  return seeksOf(type, row).some((one) => existing.has(digest(one)))
}

function seeksOf(type: Importable, row: Common): string[] {
  return row.id ? [`id ${row.id}`, ...type.seeks(row)] : type.seeks(row)
}

function leavesOf(type: Importable, row: Common): string[] {
  return row.id ? [`id ${row.id}`, ...type.leaves(row)] : type.leaves(row)
}

function digest(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

function parse(type: Importable, { values, problem }: SourceRow): { record?: Common; problems: Problem[] } {
  if (problem) return { problems: [problem] }
  const unreadable = Object.keys(values).filter((column) => values[column]?.includes('\uFFFD'))
  if (unreadable.length) return { problems: unreadable.map((column) => ({ column, message: refusals.unreadable })) }
  const { data, error } = type.Row.safeParse(values)
  const hidden = Object.keys(values).filter((column) => !isStorable(values[column] ?? ''))
  if (!error && hidden.length) return { problems: hidden.map((column) => ({ column, message: sentences.hidden })) }
  if (!error) return { record: data, problems: [] }
  return { problems: error.issues.map(({ path, message }) => ({ column: String(path[0] ?? ''), message })) }
}

/** Shortens values and makes them storable: PostgreSQL's JSON allows no NUL and no lone surrogates. */
function displayValues(values: Record<string, string>): Record<string, string> {
  const cut = (value: string) => value.slice(0, shownCharacters).replaceAll('\0', '\uFFFD').toWellFormed()
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]))
}
