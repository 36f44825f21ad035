import type { Common, Importable } from '#content/entry/write/importable.ts'
import { isStorable } from '#core/input/input.ts'
import { sentences } from '#core/input/sentences.ts'
import { doubt } from './file/encoding.ts'
import type { SourceRow } from './file/source.ts'
import { refusals } from './refusals.ts'
import type { Problem } from './schema.ts'

/** A row that can be used has a record, and its problems are notes on what was mended or left out. */
export type Parsed = { values: Record<string, string>; record?: Common; problems: Problem[] }

const doubtful = new RegExp(`${doubt}(.)`, 'gsu')
/** Cells that decide who can see an entry are never left out, because the row would then become public. */
const neverLeftOut = ['visibility']

/**
 * Parses a row. Cells that aren't needed are mended or left out if they can't be used, so that the rest of the row can
 * be imported.
 */
export function parseRow(type: Importable, { values: read, problem }: SourceRow): Parsed {
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
