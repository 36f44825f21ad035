import type { Part } from './results.ts'

/** A ratio to the bare server that is worse than the last one by less than this is noise. */
const noise = 0.15

/**
 * Columns that can be compared with those of another day and machine, because they are relative to a bare server or a
 * bare page of the same run. For those in `slowerIfLess`, less is worse.
 */
const ratios = ['of bare', 'by CPU', 'ratio to a bare page']
const slowerIfLess = new Set(['of bare', 'by CPU'])

/**
 * Returns a note that names the rows that are slower, in all of their ratios, than those of the last file.
 * @param last the text of the last file
 */
export function slowerNote({ title, rows: [head = [], ...rows] }: Part, last: string): string[] {
  const [lastHead = [], ...lastRows] = tableIn(last, title)
  const compared = ratios.filter((column) => head.includes(column) && lastHead.includes(column))
  if (compared.length === 0) return []
  const slower = rows.flatMap((row) => {
    const before = lastRows.find((one) => nameOf(one, lastHead) === nameOf(row, head))
    if (!before) return []
    const pairs = compared.map((column) => ({
      column,
      was: Number.parseFloat(before[lastHead.indexOf(column)] ?? ''),
      is: Number.parseFloat(row[head.indexOf(column)] ?? ''),
    }))
    const isSlower = pairs.every(({ column, was, is }) =>
      slowerIfLess.has(column) ? is < was * (1 - noise) : is > was * (1 + noise),
    )
    return isSlower ? [`${nameOf(row, head)} (${pairs.map(({ was, is }) => `${was} → ${is}`).join(', ')})`] : []
  })
  const than = `than in the last file by more than ${noise * 100}%, in ${compared.map((name) => `“${name}”`).join(' and ')}`
  return [slower.length === 0 ? `No row is slower ${than}.` : `Slower ${than}: ${slower.join('; ')}.`]
}

function nameOf(row: string[], head: string[]): string {
  return head[1] === 'requested by' ? row.slice(0, 2).join(', ') : (row[0] ?? '')
}

/** Returns the cells of the table below a title. */
function tableIn(text: string, title: string): string[][] {
  const [, after = ''] = text.split(`## ${title}\n`)
  const lines =
    after
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| ')) ?? []
  const [head, , ...rows] = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  return head ? [head, ...rows] : []
}
