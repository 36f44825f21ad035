import type { Readable } from 'node:stream'
import type { Importable } from '#content/entry/write/importable.ts'
import { type CsvRow, csvReader, plainCell } from '#text/csv.ts'
import { matchColumns, presentColumns } from './columns.ts'
import { decoded } from './encoding.ts'
import { refusals } from './refusals.ts'
import type { Problem, Settings, SourceInfo } from './schema.ts'

/** A row of a file, keyed by the type's columns. A row with a `problem` can't be used. */
export type SourceRow = { number: number; values: Record<string, string>; problem?: Problem }

/** An opened file and its rows. */
export type Source = {
  found: SourceInfo
  settings: Settings
  rows: AsyncIterable<SourceRow>
  /** Returns the bytes read so far, and the total. */
  progress(): { done: number; total: number }
  close(): void
}

/** Thrown if a file can't be used at all. The keeper reads the message. */
export class Unusable extends Error {}

/** Opens a CSV file. Matches the columns again if they don't fit its header. Throws Unusable without a valid header. */
export async function openCsv(
  body: Readable,
  total: number,
  type: Importable,
  importSettings: Settings,
): Promise<Source> {
  let done = 0
  const rows = csvRows(
    counted(body, (bytes) => {
      done += bytes
    }),
    importSettings,
  )
  const first = (await rows.next()).value as CsvRow | undefined
  const fault = first?.fault && (first.fault === 'too-long' ? refusals.tooLong : refusals.openQuote)
  if (!first || fault) {
    body.destroy()
    throw new Unusable(fault ?? refusals.noRows)
  }
  const head = first.cells.map((name) => name.replaceAll('\0', '').trim().slice(0, 200))
  const chosen = presentColumns(importSettings.columns)
  const columns = chosen.length === head.length ? chosen : matchColumns(type, head)
  const settings = { ...importSettings, columns }
  return {
    found: { format: 'csv', head, languages: [], licence: null, citation: null },
    settings,
    rows: mapped(rows, (row) => readRow(row, settings, head.length)),
    progress: () => ({ done, total }),
    close: () => body.destroy(),
  }
}

async function* csvRows(
  body: AsyncIterable<Buffer>,
  { encoding, separator }: Pick<Settings, 'encoding' | 'separator'>,
): AsyncGenerator<CsvRow> {
  const reader = csvReader(separator)
  for await (const piece of decoded(body, encoding)) yield* reader.push(piece)
  yield* reader.end()
}

function readRow({ number, cells, fault }: CsvRow, { columns }: Settings, head: number): SourceRow {
  const values: Record<string, string> = {}
  for (const [at, name] of columns.entries()) if (name) values[name] = plainCell(cells[at] ?? '')
  const message = faultOf(cells, fault, head)
  return { number, values, ...(message && { problem: { column: '', message } }) }
}

function faultOf(cells: string[], fault: CsvRow['fault'], head: number): string | undefined {
  if (fault) return fault === 'too-long' ? refusals.tooLong : refusals.openQuote
  const beyond = cells.slice(head).some((cell) => cell.trim() !== '')
  return cells.length < head || beyond ? refusals.fewer(cells.length, head) : undefined
}

async function* counted(body: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body as AsyncIterable<Buffer>) {
    count(chunk.length)
    yield chunk
  }
}

async function* mapped<A, B>(all: AsyncIterable<A>, map: (one: A) => B): AsyncGenerator<B> {
  for await (const one of all) yield map(one)
}
