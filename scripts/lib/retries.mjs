import { isSameTest } from './test-runs.mjs'

/** More flaky tests than this in one run fail it. */
const mostFlaky = 3
/** Failures beyond this number are not run again: the run has a common cause. */
const mostFailures = 20
/** Lines of the description of a page that are printed. */
const mostLines = 150

/**
 * Runs each failed test of `results` again, at most twice: first alone, then with its whole file, since it may build on
 * the tests before it. Prints a test that passes then as flaky and returns the results with it passed, unless more than
 * three tests are flaky.
 * @param again runs a test and returns the results of that run; see `runAgain`
 */
export async function retryFailed(results, again, print = console.log) {
  const failures = results.filter(({ status }) => status === 'failed')
  if (failures.length === 0 || failures.length > mostFailures) return results
  const flaky = []
  for (const failure of failures) {
    if (!failure.file) continue
    if (failure.page) print(`the page of ${nameOf(failure)}\n${firstLines(failure.page, mostLines)}`)
    print(`running again: ${nameOf(failure)}`)
    const passed = (await retry(failure, again, false)) ?? (await retry(failure, again, true))
    if (!passed) continue
    flaky.push({ failure, passed })
    print(`flaky: ${nameOf(failure)}\n${firstLines(failure.error)}`)
  }
  if (flaky.length > mostFlaky) {
    print(`${flaky.length} tests are flaky, and at most ${mostFlaky} are allowed.`)
    return results
  }
  return flaky.reduce((all, { failure, passed }) => replace(all, failure, passed), results)
}

/** Returns the results to count instead of a failure, or undefined if it failed again. */
async function retry(failure, again, complete) {
  const results = await again(failure, { complete })
  if (failure.titles.length > 0) {
    const same = results.filter((result) => isSameTest(result, failure))
    return same.length > 0 && same.every(({ status }) => status === 'passed') ? same : undefined
  }
  const counted = results.filter(({ file }) => file === failure.file)
  return counted.length > 0 && results.every(({ status }) => status !== 'failed') ? counted : undefined
}

/**
 * Replaces a failure with its second run. If a file failed as a whole, replaces all its results, because its tests were
 * skipped.
 */
function replace(all, failure, passed) {
  const isReplaced = (result) =>
    failure.titles.length > 0
      ? isSameTest(result, failure)
      : result.runner === failure.runner && result.file === failure.file
  return [...all.filter((result) => !isReplaced(result)), ...passed]
}

function nameOf({ file, titles }) {
  return [file, ...titles].join(' > ')
}

function firstLines(text = 'no error was reported', most = 3) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(0, most)
    .map((line) => `    ${line}`)
    .join('\n')
}
