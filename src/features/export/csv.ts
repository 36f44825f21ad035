import { cellsOf, headerOf, type Importable } from '#content/entry/write/importable.ts'
import { csvLine } from '#text/csv.ts'

/** Yields the header and a line for each row, in the format that the import reads. */
export async function* tableLines(type: Importable, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield csvLine(type.columns.map(({ name }) => headerOf(name)))
  for await (const row of rows) yield csvLine(cellsOf(type, row))
}

/** Yields the header and a line for each entry. */
export async function* plainLines(columns: readonly string[], all: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield csvLine(columns.map(headerOf))
  for await (const entry of all) yield csvLine(columns.map((name) => plain((entry as Record<string, unknown>)[name])))
}

/** Returns a value as one cell: lists are joined, and people and files are replaced by their names or addresses. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(plain).join('; ')
  if (typeof value !== 'object') return String(value)
  const { name, url } = value as { name?: unknown; url?: unknown }
  return plain(name ?? url)
}
