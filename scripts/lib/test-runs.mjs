import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { nodeBinary } from './node-binary.mjs'
import { run, signals } from './run.mjs'

// These functions run the two test runners. A result is `{ runner, file, titles, project?, status, seconds?,
// processorSeconds?, error?, page? }`: `file` is relative to the project, `titles` are those of the test's groups and
// its own (none if the file as a whole failed), `status` is passed, failed or skipped; `page` describes the page of a
// failed browser test.

/** Runs the Vitest files that match `filters` (all if there are none) and returns the results of their tests. */
export function runVitest(root, filters, env, args = []) {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json', ...args]
  return resultsOf(root, (report) => [...vitest, `--outputFile.json=${report}`, ...filters], env, ofVitest)
}

/** Runs the browser tests whose files match `filters` (all if there are none) and returns their results. */
export function runPlaywright(root, filters, env, args = []) {
  const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--pass-with-no-tests']
  return resultsOf(root, () => [...playwright, ...args, ...filters], env, ofPlaywright)
}

/** Runs one test again on its own or, with `complete`, its whole file. Returns the results of the run. */
export function runAgain(root, { runner, file, titles, project }, env, { complete = false } = {}) {
  const name = titles.map(escaped).join('(?: > | )')
  const only = (option) => (complete || name === '' ? [] : [option, `${name}$`])
  if (runner === 'vitest') return runVitest(root, [file], env, ['--maxWorkers=1', ...only('--testNamePattern')])
  const ofProject = project ? [`--project=${project}`] : []
  return runPlaywright(root, [`${escaped(file)}$`], env, ['--workers=1', ...ofProject, ...only('--grep')])
}

/** Returns whether two results are of the same test. */
export function isSameTest(one, other) {
  const key = ({ runner, file, titles, project }) => JSON.stringify([runner, file, titles, project])
  return key(one) === key(other)
}

export function nameOf({ file, titles }) {
  return [file, ...titles].join(' > ')
}

/** Counts the results by status. */
export function countResults(results) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { status } of results) counts[status]++
  return counts
}

/**
 * Runs tests and returns the results in their report. If the run fails without a failed test, for example because it
 * crashed, adds one failed result without a file. Throws if this process is told to stop in the meantime.
 */
async function resultsOf(root, args, env, read) {
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  for (const signal of signals) process.on(signal, stop)
  const folder = mkdtempSync(join(tmpdir(), 'urithi-report-'))
  const report = join(folder, 'report.json')
  try {
    const options = { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }, stdio: 'inherit' }
    const code = await run(nodeBinary(root), args(report), options)
    if (isStopped) throw new Error('The tests were stopped.')
    const results = readReport(report, (json) => read(json, root))
    if (code === 0 || results.some(({ status }) => status === 'failed')) return results
    return [
      ...results,
      { runner: '', file: '', titles: [], status: 'failed', error: `the run ended with code ${code}` },
    ]
  } finally {
    for (const signal of signals) process.off(signal, stop)
    rmSync(folder, { recursive: true, force: true })
  }
}

function readReport(path, read) {
  try {
    return read(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return []
  }
}

function ofVitest({ testResults }, root) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = { runner: 'vitest', file: relative(root, name) }
    const tests = assertionResults.map(({ ancestorTitles, title, status, duration = 0, meta, failureMessages }) => ({
      ...file,
      titles: [...ancestorTitles, title],
      seconds: duration / 1000,
      processorSeconds: meta?.processorSeconds,
      status: status === 'passed' || status === 'failed' ? status : 'skipped',
      error: failureMessages?.[0],
    }))
    // The file couldn't be loaded, or its preparation failed.
    const broken = status === 'failed' && !tests.some((test) => test.status === 'failed')
    return broken ? [...tests, { ...file, titles: [], status: 'failed', error: message }] : tests
  })
}

function ofPlaywright({ config, suites, errors }, root) {
  const results = []
  const visit = (suite, titles) => {
    for (const { file, title, tests } of suite.specs ?? [])
      for (const { projectName, status, annotations, results: runs } of tests)
        results.push({
          runner: 'playwright',
          file: relative(root, join(config.rootDir, file)),
          titles: [...titles, title],
          project: projectName,
          status: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
          seconds: runs.reduce((sum, { duration }) => sum + duration / 1000, 0),
          processorSeconds: Number(annotations.find(({ type }) => type === 'processor seconds')?.description ?? 0),
          error: runs.flatMap(({ errors }) => errors)[0]?.message,
          page: pageOf(runs.flatMap(({ attachments = [] }) => attachments)),
        })
    for (const group of suite.suites ?? []) visit(group, [...titles, group.title])
  }
  for (const suite of suites) visit(suite, [])
  for (const { message } of errors) results.push({ runner: '', file: '', titles: [], status: 'failed', error: message })
  return results
}

/** Returns what the page of a failed test showed. Its file is read now, because the next run removes it. */
function pageOf(attachments) {
  for (const { name, path } of attachments) {
    if (name !== 'error-context' || !path || !existsSync(path)) continue
    const page = /# Page snapshot\s+```yaml\n([\s\S]*?)\n```/.exec(readFileSync(path, 'utf8'))?.[1]
    if (page) return page
  }
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
