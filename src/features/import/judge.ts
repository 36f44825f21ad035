import { createHash } from 'node:crypto'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Common, Importable } from '#content/entry/importable.ts'
import { entriesWithIds, withdrawnAmong } from './queries.ts'
import { refusals } from './refusals.ts'
import type { Outcome, Problem } from './schema.ts'
import type { SourceRow } from './source.ts'

export type Judged = { number: number; outcome: Outcome; record: object; problems: Problem[] | null }

/** A cell of a row that can't be used is shown up to here. */
const shownCharacters = 300

/** Tells of the rows of one file, batch by batch, what will become of each. It remembers digests alone. */
export function judge(type: Importable) {
  const seen = new Set<string>()
  return async (db: NodePgDatabase, rows: SourceRow[]): Promise<Judged[]> => {
    const read = rows.map((row) => ({ ...row, ...parse(type, row) }))
    const known = await knownOf(
      db,
      type,
      read.flatMap(({ record }) => record ?? []),
    )
    const gone = await withdrawnAmong(
      db,
      read.flatMap(({ record }) => (record && isUuid(record.id) ? [record.id] : [])),
    )
    return read.map(({ number, values, record, problems }) => {
      if (record?.id && gone.has(record.id))
        return {
          number,
          outcome: 'wrong',
          record: shown(values),
          problems: [{ column: 'id', message: refusals.withdrawn }],
        }
      if (!record) return { number, outcome: 'wrong', record: shown(values), problems }
      const sought = seeksOf(type, record).map(digest)
      if (sought.some((one) => known.has(one) || seen.has(one)))
        return { number, outcome: 'present', record, problems: null }
      for (const left of leavesOf(type, record)) seen.add(digest(left))
      return { number, outcome: 'fresh', record, problems: null }
    })
  }
}

/** What the entries that are there have left, as digests, as far as it could concern these rows. */
export async function knownOf(db: NodePgDatabase, type: Importable, rows: Common[]): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const ids = rows.flatMap(({ id }) => (isUuid(id) ? [id] : []))
  const [near, sameIds] = await Promise.all([type.near(db, rows), entriesWithIds(db, ids)])
  const left = [...near.flatMap((row) => type.leaves(row)), ...sameIds.map((id) => `id ${id}`)]
  return new Set(left.map(digest))
}

/** Whether the row is one of those. */
export function isKnown(type: Importable, row: Common, known: Set<string>): boolean {
  return seeksOf(type, row).some((one) => known.has(digest(one)))
}

export function isUuid(id: string | null): id is string {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '')
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
  if (!error) return { record: data, problems: [] }
  return { problems: error.issues.map(({ path, message }) => ({ column: String(path[0] ?? ''), message })) }
}

/** What can be kept of a row that says anything: JSON in PostgreSQL holds no NUL and no half characters. */
function shown(values: Record<string, string>): Record<string, string> {
  const cut = (value: string) => value.slice(0, shownCharacters).replaceAll('\0', '\uFFFD').toWellFormed()
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, cut(value)]))
}
