import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeBinary } from './node-binary.mjs'
import { run } from './run.mjs'

/** Runs the Vitest files that match `filters` (all if there are none) and counts their tests. */
export function runVitest(root, filters, env) {
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
  return counted(root, (report) => [...args, `--outputFile.json=${report}`, ...filters], env, ofVitest)
}

/** Runs the browser tests and counts them. */
export function runPlaywright(root, env) {
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--pass-with-no-tests']
  return counted(root, () => args, env, ofPlaywright)
}

/** Adds counts. */
export function sum(counts) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const count of counts) for (const key of Object.keys(total)) total[key] += count[key]
  return total
}

/** A run that fails without a failed test (a broken file, a crash) counts as one failure. */
async function counted(root, args, env, read) {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-report-'))
  const report = join(folder, 'report.json')
  try {
    const options = { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, stdio: 'inherit' }
    const code = await run(nodeBinary(root), args(report), options)
    const count = readReport(report, read)
    return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0 }
  }
}

function ofVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  }
}

function ofPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped }
}
