import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepBusy } from './busy.mjs'
import { refuseDear, reportTimes } from './cost.mjs'
import { startDemo } from './demo-site.mjs'
import { retryFailed } from './retries.mjs'
import { countResults, nameOf, runAgain, runPlaywright, runVitest } from './test-runs.mjs'

/**
 * @typedef {object} Selection
 * @property {string[]} filters parts of file names; those that contain `.spec` select browser tests
 * @property {number} repeat how often to run the selection, under load; 0 runs it once, without load
 * @property {boolean} deep whether tests run in their long form
 */

/**
 * Parses the arguments of `npm test`: filters, `--repeat <times>` and `--deep`.
 * @returns {Selection}
 */
export function parseArguments(root, args) {
  const deep = args.includes('--deep')
  const otherArgs = args.filter((one) => one !== '--deep')
  const at = otherArgs.indexOf('--repeat')
  const repeat = at < 0 ? 0 : Number(otherArgs[at + 1])
  const filters = at < 0 ? otherArgs : [...otherArgs.slice(0, at), ...otherArgs.slice(at + 2)]
  if (at >= 0 && (!Number.isInteger(repeat) || repeat < 1 || filters.length === 0))
    throw new Error('Give a number and a filter: npm test -- --repeat 20 <filter>.')
  return { filters: deep && filters.length === 0 ? deepFiles(root) : filters, repeat, deep }
}

/** Returns the test files that have a long form. */
function deepFiles(root) {
  return testsThatImport(root, /\/(depth|property|long)\.ts'/)
}

/** Returns the test files with an import that matches. */
function testsThatImport(root, name) {
  const folders = ['src', 'test', 'scripts', 'tools'].filter((folder) => existsSync(join(root, folder)))
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  const imports = (file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/ from '[^']*'/g)].some(([from]) => name.test(from))
  return files.filter((file) => /\.(test|spec)\.ts$/.test(file) && imports(file)).sort()
}

/** Returns whether a selection has browser tests. */
export function hasBrowserTests({ filters }) {
  return filters.length === 0 || filters.some(isOfBrowser)
}

const isOfBrowser = (filter) => /\.spec|e2e/.test(filter)

/** Runs the selected tests, and the failed ones again. Prints the counts at the end and returns the exit code. */
export function runGate(root, selection, env) {
  return withEnvironment(root, selection, env, async (env) => {
    const again = (test, options) => runAgain(root, test, env, options)
    const first = await runSelection(root, selection, env)
    reportTimes(root, first)
    const settled = await retryFailed(first, again)
    const results = selection.deep ? settled : await refuseDear(settled, again)
    const { passed, failed, skipped } = countResults(results)
    console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`)
    return failed > 0 || passed === 0 ? 1 : 0
  })
}

/** Runs the selected tests repeatedly on busy cores. Prints how often each failed and returns the exit code. */
export function runRepeatedly(root, selection, env) {
  return withEnvironment(root, selection, env, async (env) => {
    const failures = new Map()
    const stop = keepBusy()
    let tests = 0
    try {
      for (let round = 1; round <= selection.repeat; round++) {
        console.log(`round ${round} of ${selection.repeat}`)
        const results = await runSelection(root, selection, env)
        tests = Math.max(tests, results.length)
        for (const result of results.filter(({ status }) => status === 'failed'))
          failures.set(nameOf(result), (failures.get(nameOf(result)) ?? 0) + 1)
      }
    } finally {
      stop()
    }
    for (const [name, times] of failures) console.log(`failed ${times} of ${selection.repeat} times: ${name}`)
    console.log(`${tests - failures.size} passed, ${failures.size} failed`)
    return failures.size > 0 || tests === 0 ? 1 : 0
  })
}

/**
 * Calls `work` with the environment of the tests: a folder in which the sites and child processes that they start share
 * compiled code, and the demo, if a selected test visits it.
 */
async function withEnvironment(root, { filters }, env, work) {
  const folder = mkdtempSync(join(tmpdir(), 'urithi-tests-'))
  // Sites that root starts run as another user.
  chmodSync(folder, 0o777)
  const own = { ...env, NODE_COMPILE_CACHE: join(folder, 'compiled'), DEMO_FOLDER: folder }
  mkdirSync(own.NODE_COMPILE_CACHE)
  chmodSync(own.NODE_COMPILE_CACHE, 0o777)
  const visitors = testsThatImport(root, /\/filled-site\.ts'/)
  const isSelected = (file) => filters.length === 0 || filters.some((filter) => file.includes(filter))
  const stopDemo = visitors.some(isSelected) ? startDemo(root, folder, own) : () => {}
  try {
    return await work(own)
  } finally {
    await stopDemo()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function runSelection(root, selection, env) {
  const { filters } = selection
  const others = filters.filter((filter) => !isOfBrowser(filter))
  const vitest = filters.length === 0 || others.length > 0 ? await runVitest(root, others, env) : []
  const browser = hasBrowserTests(selection) ? await runPlaywright(root, filters.filter(isOfBrowser), env) : []
  return [...vitest, ...browser]
}
