import type { Column, Importable } from '#content/entry/write/importable.ts'
import { presentName } from '#text/earlier-names.ts'
import type { Settings } from '../schema.ts'

/** Returns the chosen columns, with names from earlier releases replaced by the current ones. */
export function presentColumns(columns: Settings['columns']): Settings['columns'] {
  return columns.map((name) => name && presentName(name))
}

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** Returns the type's column for each header of a file, each column at most once; null for unknown headers. */
export function matchColumns({ columns }: Pick<Importable, 'columns'>, head: readonly string[]): (string | null)[] {
  const assigned = new Set<string>()
  const take = (fits: (column: Column) => boolean | undefined) => {
    const match = columns.find((column) => !assigned.has(column.name) && fits(column))
    if (match) assigned.add(match.name)
    return match?.name ?? null
  }
  // Exact names take precedence over alternative ones.
  const exactMatches = head.map((name) => take((column) => plain(column.name) === plain(name)))
  return head.map((name, at) => exactMatches[at] ?? take(({ also }) => also?.includes(plain(name))))
}

/**
 * Finds the row with the names of the columns: the one that names the most columns of the type, if it names all that
 * are needed, or else the first row.
 */
export function findHead({ columns }: Pick<Importable, 'columns'>, rows: readonly (readonly string[])[]) {
  let best = { at: 0, matches: 0 }
  for (const [at, cells] of rows.entries()) {
    const names = matchColumns({ columns }, cells)
    const matches = names.filter((name) => name !== null).length
    const isComplete = columns.every(({ name, needed }) => !needed || names.includes(name))
    if (isComplete && matches > best.matches) best = { at, matches }
  }
  return best
}
