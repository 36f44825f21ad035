import type { Column, Importable } from '#content/entry/importable.ts'

function plain(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

/** For each name in a file's head the column it means, each column once; null for what is none. */
export function matchColumns({ columns }: Pick<Importable, 'columns'>, head: readonly string[]): (string | null)[] {
  const taken = new Set<string>()
  const take = (fits: (column: Column) => boolean | undefined) => {
    const found = columns.find((column) => !taken.has(column.name) && fits(column))
    if (found) taken.add(found.name)
    return found?.name ?? null
  }
  // What bears a column's own name goes before what may mean it.
  const own = head.map((name) => take((column) => plain(column.name) === plain(name)))
  return head.map((name, at) => own[at] ?? take(({ also }) => also?.includes(plain(name))))
}
