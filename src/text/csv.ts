// Reads and writes CSV (RFC 4180): reads in chunks with bounded memory, and escapes cells that a spreadsheet would run,
// in files that people open in one.

export type CsvRow = {
  /** Row number as in a spreadsheet: it counts from 1 and includes empty rows. */
  number: number
  cells: string[]
  /** Why the row can't be used: it is too long (`cells` holds its beginning), or its last quote is never closed. */
  fault?: 'too-long' | 'open-quote'
}

/** Maximum number of UTF-16 units in a row. The rest of a longer one is skipped. */
const maxRowLength = 2_000_000
const maxCells = 1000
const [quote, lf, cr] = [34, 10, 13]

/**
 * Returns a parser: `push` takes the next chunk and returns the rows that ended in it, `end` returns the last one.
 * Lines end in LF, CRLF or CR; quoted cells can hold separators, quotes and line breaks; empty lines are skipped.
 * @param separator one character
 */
export function csvReader(separator = ',') {
  const comma = separator.charCodeAt(0)
  let at: 'start' | 'bare' | 'quoted' | 'closed' = 'start'
  let afterCr = false
  let batch: CsvRow[] = []
  let number = 0
  let cells: string[] = []
  let cell = ''
  let size = 0
  let tooLong = false

  function keep(text: string) {
    size += text.length
    if (size <= maxRowLength) cell += text
    else tooLong = true
  }

  function endCell() {
    if (cells.length < maxCells) cells.push(cell)
    else tooLong = true
    cell = ''
    at = 'start'
  }

  function endRow(openQuote = false) {
    number += 1
    const isEmpty = cells.length === 0 && cell === '' && at === 'start'
    endCell()
    const fault = openQuote ? 'open-quote' : tooLong ? 'too-long' : undefined
    if (!isEmpty) batch.push({ number, cells, ...(fault && { fault }) })
    cells = []
    size = 0
    tooLong = false
  }

  return {
    push(piece: string): CsvRow[] {
      batch = []
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
      return batch
    },
    end(): CsvRow[] {
      batch = []
      if (cells.length > 0 || at !== 'start') endRow(at === 'quoted')
      return batch
    },
  }
}

export function readCsv(text: string): CsvRow[] {
  const reader = csvReader()
  return [...reader.push(text.replace(/^\uFEFF/, '')), ...reader.end()]
}

/** Spreadsheets can run a cell that starts like this as a formula; an apostrophe before it makes it text. */
const formula = /^'*[=+\-@\t\r]/
/** A telephone number with 7 to 15 digits (E.164) or a negative number, which no spreadsheet runs. */
const harmless = /^(?:\+(?:[ ()./-]*\d){7,15}[ )]*|-\d+(?:[.,]\d+)?)$/

/**
 * Returns one line of CSV for people, who may open it in a spreadsheet. Cells that a spreadsheet would run get an
 * apostrophe, which `plainCell` removes.
 */
export function csvLine(cells: readonly string[]): string {
  return dataLine(cells.map((cell) => (formula.test(cell) && !harmless.test(cell) ? `'${cell}` : cell)))
}

/** Returns one line of CSV for programs, with every cell as it is. */
export function dataLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** Returns a cell as it was before `csvLine`. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell
}
