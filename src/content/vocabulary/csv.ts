/**
 * The rows of an RFC 4180 text, each by the names of its first row. Quoted fields may hold commas, quotes and line
 * breaks. Throws an Error that names the row when one has another number of fields than the head, or an open quote.
 */
export function readCsv(text: string): Record<string, string>[] {
  const [head = [], ...rows] = split(text.replace(/^\uFEFF/, ''))
  return rows.map((row, at) => {
    if (row.length !== head.length) throw new Error(`CSV row ${at + 2}: ${row.length} fields, not ${head.length}`)
    return Object.fromEntries(head.map((name, column) => [name, row[column] ?? '']))
  })
}

const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/y

function split(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  field.lastIndex = 0
  while (field.lastIndex < text.length || row.length > 0) {
    const found = field.exec(text)
    if (!found) throw new Error(`CSV row ${rows.length + 1}: a quote is open or out of place`)
    const [, quoted, bare, end] = found
    row.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}
