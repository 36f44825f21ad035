import type { Readable } from 'node:stream'
import type { Importable } from '#content/entry/write/importable.ts'
import { type CsvRow, csvReader, plainCell } from '#text/csv.ts'
import { refusals } from '../refusals.ts'
import { mostTopRows, type Problem, type Settings, type SourceInfo } from '../schema.ts'
import { findHead, matchColumns, presentColumns } from './columns.ts'
import { decoded, doubt, separatorLine } from './encoding.ts'

/**
 * A row of a file, keyed by the type's columns. A row with a `problem` can't be used. `homonym` is its number among
 * words that are written alike.
 */
export type SourceRow = { number: number; values: Record<string, string>; homonym?: string; problem?: Problem }

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

/** Opens a CSV file. Matches the columns again if they don't fit its head. Throws Unusable without a valid head. */
export async function openCsv(
  body: Readable,
  total: number,
  type: Importable,
  importSettings: Settings,
): Promise<Source> {
  let done = 0
  const count = (bytes: number) => {
    done += bytes
  }
  const rows = csvRows(counted(body, count), importSettings)
  const top = await readTop(rows)
  const picked = top.findIndex(({ number }) => number === importSettings.headRow)
  const lines = top.map(({ cells }) => cells)
  const at = picked < 0 ? findHead(type, lines).at : picked
  const first = top[at]
  const fault = first?.fault && (first.fault === 'too-long' ? refusals.tooLong : refusals.openQuote)
  if (!first || fault) {
    body.destroy()
    throw new Unusable(fault ?? refusals.noRows)
  }
  const head = first.cells.map((name) => shown(name, 200))
  const chosen = presentColumns(importSettings.columns)
  const columns = chosen.length === head.length ? chosen : matchColumns(type, head)
  const settings = { ...importSettings, columns }
  const texts = top.map(({ number, cells }) => ({ number, text: shown(cells.filter(isFilled).join(' · '), 100) }))
  return {
    found: { format: 'csv', head, headRow: first.number, top: texts, languages: [], licence: null, citation: null },
    settings,
    rows: read(),
    progress: () => ({ done, total }),
    close: () => body.destroy(),
  }

  async function* read() {
    for (const row of top.slice(at + 1)) yield readRow(row, settings, head)
    for await (const row of rows) yield readRow(row, settings, head)
  }
}

async function readTop(rows: AsyncGenerator<CsvRow>): Promise<CsvRow[]> {
  const top: CsvRow[] = []
  while (top.length < mostTopRows) {
    const { value, done } = await rows.next()
    if (done) break
    top.push(value)
  }
  return top
}

const isFilled = (cell: string) => cell.trim() !== ''

function shown(text: string, max: number): string {
  return text.replaceAll('\0', '').replaceAll(doubt, '').trim().slice(0, max).toWellFormed()
}

async function* csvRows(
  body: AsyncIterable<Buffer>,
  { encoding, separator }: Pick<Settings, 'encoding' | 'separator'>,
): AsyncGenerator<CsvRow> {
  const reader = csvReader(separator)
  for await (const piece of decoded(body, encoding)) yield* reader.push(piece).filter(isRow)
  yield* reader.end().filter(isRow)

  /** Leaves out rows without a filled cell, and the line that names the separator. */
  function isRow({ number, cells, fault }: CsvRow): boolean {
    const isSeparatorLine = number === 1 && cells.length <= 2 && separatorLine.test(cells.join(separator))
    return fault !== undefined || (cells.some(isFilled) && !isSeparatorLine)
  }
}

/** Names of columns that tell words apart which are written alike. */
const homonymColumn = /^(homonym|homograph|hm|sense|sn)[\s._-]*(no|nr|number|index)?\.?$/i

function readRow({ number, cells, fault }: CsvRow, { columns }: Settings, head: string[]): SourceRow {
  const values: Record<string, string> = {}
  for (const [at, name] of columns.entries()) if (name) values[name] = plainCell(cells[at] ?? '')
  const homonym = cells.find((cell, at) => !columns[at] && isFilled(cell) && homonymColumn.test(head[at] ?? ''))
  const message = faultOf(cells, fault, head.length)
  return { number, values, ...(homonym && { homonym }), ...(message && { problem: { column: '', message } }) }
}

/** Returns why a row can't be used. Tables often leave out the empty cells at the end of a row. */
export function faultOf(cells: string[], fault: CsvRow['fault'], head: number): string | undefined {
  if (fault) return fault === 'too-long' ? refusals.tooLong : refusals.openQuote
  return cells.slice(head).some(isFilled) ? refusals.moreCells(cells.length, head) : undefined
}

/** Yields the chunks of a file and tells `count` the size of each. */
export async function* counted(body: Readable, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of body as AsyncIterable<Buffer>) {
    count(chunk.length)
    yield chunk
  }
}
