import type { Column, Importable } from '#content/entry/write/importable.ts'
import { presentName } from '#text/earlier-names.ts'
import type { Settings } from './schema.ts'

/** Returns columns that were chosen in an earlier release under their current names. */
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
  const own = head.map((name) => take((column) => plain(column.name) === plain(name)))
  return head.map((name, at) => own[at] ?? take(({ also }) => also?.includes(plain(name))))
}
