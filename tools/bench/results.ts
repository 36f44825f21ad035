import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, release, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { slowerNote } from './slower.ts'

const folder = join(import.meta.dirname, '../../bench')

/** A titled table with notes; the first row is its header, the first column its names. */
export type Part = { title: string; rows: string[][]; notes?: string[] }

/** Prints the parts as aligned tables. */
export function print(parts: Part[]): void {
  for (const { title, rows, notes = [] } of parts) console.log(['', title, aligned(rows), '', ...notes].join('\n'))
}

/** Writes the parts to `bench/<name>.md`, with the machine, the commit, and what became slower since the last file. */
export function writeResults(name: string, parts: Part[]): void {
  const path = join(folder, `${name}.md`)
  const last = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const tables = parts.flatMap((part) => [
    `## ${part.title}`,
    markdown(part.rows),
    ...(part.notes ?? []),
    ...slowerNote(part, last),
  ])
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `${['# How fast the site answers', machine(), ...tables].join('\n\n')}\n`)
  console.log(`Wrote bench/${name}.md`)
}

function machine(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim()
  const hardware = `${availableParallelism()} cores of ${cpus()[0]?.model.trim() || 'an unnamed processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB`
  const day = new Date().toISOString().slice(0, 10)
  return `Measured on ${day} at commit ${commit}: ${hardware}, ${type()} ${release()} ${arch()}, Node ${process.versions.node}. Don't compare these figures with those of another machine, only with others of the same run.`
}

function aligned(rows: string[][]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const cell = (text: string, at: number, { length }: string[]) =>
    at === 0 || at === length - 1 ? text.padEnd(widths[at] ?? 0) : text.padStart(widths[at] ?? 0)
  return rows.map((row) => row.map(cell).join('  ').trimEnd()).join('\n')
}

function markdown([head = [], ...rows]: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const rule = head.map((_, at) => (at === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
