// RFC 4180 as it is met in the field: read piece by piece in bounded memory, written so that no spreadsheet runs a cell.

export type CsvRow = {
  /** As a spreadsheet counts: the first is 1, empty lines count. */
  number: number
  cells: string[]
  /** Why it can't be used: it is too long (its beginning is here), or its last quote is never closed. */
  fault?: 'too-long' | 'open-quote'
}

/** UTF-16 units of a row that are kept; a longer one is read to its end. */
const longestRow = 2_000_000
const mostCells = 1000
const [quote, lf, cr] = [34, 10, 13]

/**
 * A reader of rows: `push` takes the next piece of the text and answers the rows that ended in it, `end` the last one.
 * Lines end in LF, CRLF or CR; quoted cells may hold separators, quotes and line breaks; empty lines are left out.
 * @param separator one character
 */
export function csvReader(separator = ',') {
  const comma = separator.charCodeAt(0)
  /** Before a cell, in a bare one, between quotes, or after what may be the closing quote. */
  let at: 'start' | 'bare' | 'quoted' | 'closed' = 'start'
  let afterCr = false
  let found: CsvRow[] = []
  let number = 0
  let cells: string[] = []
  let cell = ''
  let size = 0
  let tooLong = false

  function keep(text: string) {
    size += text.length
    if (size <= longestRow) cell += text
    else tooLong = true
  }

  function endCell() {
    if (cells.length < mostCells) cells.push(cell)
    else tooLong = true
    cell = ''
    at = 'start'
  }

  function endRow(openQuote = false) {
    number += 1
    const isEmpty = cells.length === 0 && cell === '' && at === 'start'
    endCell()
    const fault = openQuote ? 'open-quote' : tooLong ? 'too-long' : undefined
    if (!isEmpty) found.push({ number, cells, ...(fault && { fault }) })
    cells = []
    size = 0
    tooLong = false
  }

  return {
    push(piece: string): CsvRow[] {
      found = []
      for (let i = 0; i < piece.length; ) {
        const code = piece.charCodeAt(i)
        const second = afterCr && code === lf
        afterCr = false
        if (second) i += 1
        else if (at === 'quoted') {
          const close = piece.indexOf('"', i)
          keep(close < 0 ? piece.slice(i) : piece.slice(i, close))
          if (close >= 0) at = 'closed'
          i = close < 0 ? piece.length : close + 1
        } else if (code === quote && at !== 'bare') {
          if (at === 'closed') keep('"')
          at = 'quoted'
          i += 1
        } else if (code === comma) {
          endCell()
          i += 1
        } else if (code === lf || code === cr) {
          afterCr = code === cr
          endRow()
          i += 1
        } else {
          let to = i + 1
          for (let next = piece.charCodeAt(to); to < piece.length; next = piece.charCodeAt(++to))
            if (next === comma || next === lf || next === cr) break
          keep(piece.slice(i, to))
          at = 'bare'
          i = to
        }
      }
      return found
    },
    end(): CsvRow[] {
      found = []
      if (cells.length > 0 || at !== 'start') endRow(at === 'quoted')
      return found
    },
  }
}

/** Every row of a text that is whole. */
export function readCsv(text: string): CsvRow[] {
  const reader = csvReader()
  return [...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()]
}

/** A spreadsheet runs a cell that begins so; an apostrophe before it makes it text. */
const formula = /^'*[=+\-@\t\r]/

/** One line. What a spreadsheet would run is written with an apostrophe before it, which `plainCell` takes away again. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(formula.test(cell) ? `'${cell}` : cell)).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** A cell as it was before `csvLine`. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
