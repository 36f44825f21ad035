import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSameTest, nameOf } from './test-runs.mjs'

/** The most seconds of processor time that a test may need in its short form. A browser alone takes several. */
const most = { vitest: 15, playwright: 90 }
const shown = 10

/**
 * Prints the files that took longest and the tests that used most processor time, and writes the seconds of each file to
 * test-results/times.json.
 */
export function reportTimes(root, results, print = console.log) {
  const times = new Map()
  for (const { file, seconds = 0 } of results) times.set(file, (times.get(file) ?? 0) + seconds)
  const rows = mostFirst([...times].filter(([file]) => file))
  const list = (title, dearest) => {
    print(title)
    for (const [name, seconds] of dearest.slice(0, shown)) print(`${seconds.toFixed(1).padStart(8)} s  ${name}`)
  }
  list('The files that took longest:', rows)
  list(
    'The tests that used most processor time:',
    mostFirst(results.map((result) => [nameOf(result), result.processorSeconds ?? 0])),
  )
  mkdirSync(join(root, 'test-results'), { recursive: true })
  const json = Object.fromEntries(rows.map(([file, seconds]) => [file, Number(seconds.toFixed(2))]))
  writeFileSync(join(root, 'test-results/times.json'), `${JSON.stringify(json, null, 2)}\n`)
}

function mostFirst(rows) {
  return rows.sort(([, one], [, other]) => other - one)
}

/**
 * Returns the results with tests that need too much processor time as failed. Each is run again alone first, because
 * beside others it may have paid for what they left behind. The clock doesn't count: it depends on the machine.
 */
export async function refuseDear(results, again, print = console.log) {
  const refused = []
  for (const result of results.filter(isDear)) {
    const name = nameOf(result)
    print(`running again, because it took ${result.processorSeconds.toFixed(1)} s of processor time: ${name}`)
    const alone = (await again(result)).find((one) => isSameTest(one, result))
    if (!alone || !isDear(alone)) continue
    const [seconds, limit] = [alone.processorSeconds.toFixed(1), most[result.runner]]
    print(
      `too dear: ${name}\n    It takes ${seconds} s of processor time, and ${limit} are allowed. Give it a short form.`,
    )
    refused.push(result)
  }
  return results.map((result) => (refused.includes(result) ? { ...result, status: 'failed' } : result))
}

function isDear({ status, runner, processorSeconds }) {
  return status === 'passed' && processorSeconds > most[runner]
}
