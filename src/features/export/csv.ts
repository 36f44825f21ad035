import { cellsOf, headerOf, type Importable } from '#content/entry/importable.ts'
import { csvLine } from '#core/csv.ts'

/** What a CSV has of the types that can't be imported from one: fields of the type's own answer. */
export const plainColumns = new Map<string, readonly string[]>(
  Object.entries({
    article: ['id', 'title', 'category', 'tags', 'content', 'author', 'publishedAt'],
    media: [
      ...['id', 'title', 'type', 'description', 'tags', 'link', 'language', 'speakers', 'transcript', 'translation'],
      ...['recordedAt', 'place', 'author', 'publishedAt'],
    ],
    event: [
      'id',
      'title',
      'type',
      'category',
      'location',
      'startDate',
      'endDate',
      'description',
      'author',
      'publishedAt',
    ],
    artifact: [
      ...['id', 'name', 'localName', 'description', 'materials', 'use', 'maker', 'period', 'dimensions', 'heldAt'],
      ...['images', 'publishedAt'],
    ],
    conservation: [
      ...['id', 'title', 'artifactId', 'condition', 'threat', 'treatment', 'conservator', 'startedAt', 'finishedAt'],
      ...['phase', 'images', 'publishedAt'],
    ],
    product: [
      ...['id', 'name', 'section', 'description', 'price', 'currency', 'stock', 'maker', 'seller', 'images'],
      'publishedAt',
    ],
  }),
)

/** The head and a line for each row, as the import reads them. */
export async function* tableLines(type: Importable, rows: AsyncIterable<object>): AsyncGenerator<string> {
  yield csvLine(type.columns.map(({ name }) => headerOf(name)))
  for await (const row of rows) yield csvLine(cellsOf(type, row))
}

/** The head and a line for each entry. */
export async function* plainLines(columns: readonly string[], all: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield csvLine(columns.map(headerOf))
  for await (const entry of all) yield csvLine(columns.map((name) => plain((entry as Record<string, unknown>)[name])))
}

/** A value as one cell: lists part by part, people and files by what names them. */
function plain(value: unknown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(plain).join('; ')
  if (typeof value !== 'object') return String(value)
  const { name, url } = value as { name?: unknown; url?: unknown }
  return plain(name ?? url)
}
