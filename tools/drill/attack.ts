import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type AttackRow, type AttackSite, openAttackSite } from './attack-site.ts'

const folder = join(import.meta.dirname, 'attack')

/**
 * Runs the attacks in `attack/*.ts` one after another, each on its own site, and prints a table of the results. Sets a
 * failing exit code if a row misses its target.
 * @param names files without `.ts`; empty for all
 */
export async function drillAttack(names: readonly string[]): Promise<void> {
  const rows = await loadRows(names)
  const results: string[][] = []
  for (const row of rows) {
    const { figure, passed } = await runRow(row)
    results.push([row.name, figure, row.required, passed ? 'yes' : 'NO'])
    if (!passed) process.exitCode = 1
  }
  console.log(`\n${table([['attack', 'measured', 'required', 'ok'], ...results])}`)
}

async function loadRows(names: readonly string[]): Promise<AttackRow[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const unknown = names.find((name) => !files.includes(`${name}.ts`))
  if (unknown)
    throw new Error(
      `There is no attack “${unknown}”. Choose from: ${files.map((file) => file.replace(/\.ts$/, '')).join(', ')}.`,
    )
  const chosen = names.length ? names.map((name) => `${name}.ts`) : files.toSorted()
  const modules: { row?: AttackRow; rows?: AttackRow[] }[] = await Promise.all(
    chosen.map((file) => import(join(folder, file))),
  )
  return modules.flatMap(({ row, rows = [] }) => (row ? [row] : rows))
}

async function runRow(row: AttackRow): Promise<{ figure: string; passed: boolean }> {
  await using opened = new AsyncDisposableStack()
  console.log(`${row.name} …`)
  let site: AttackSite | undefined
  try {
    site = await openAttackSite(opened, row.settings)
    const result = await row.run(site)
    const log = `${result.figure}; event loop blocked for ${site.longestDelay()}`
    console.log(`  ${log}`)
    return { ...result, figure: log }
  } catch (error) {
    console.error(error)
    return { figure: `failed: ${(error as Error).message}`, passed: false }
  }
}

function table(rows: readonly string[][]): string {
  const lines = rows.map((cells) => `| ${cells.join(' | ')} |`)
  return [lines[0], '|---|---|---|---|', ...lines.slice(1)].join('\n')
}
