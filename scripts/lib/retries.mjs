import { isSameTest, nameOf } from './test-runs.mjs'

/** Maximum number of flaky tests in a run; with more, the run fails. */
const maxFlaky = 3
/** With more failures than this, none are run again, because they probably have a common cause. */
const maxFailures = 20
/** Maximum number of printed lines of a page's description. */
const maxLines = 150

/**
 * Runs each failed test of `results` again, at most twice: first alone, then with its whole file, since it may build on
 * the tests before it. Reports a test that then passes as flaky, and counts it as passed in the returned results unless
 * more than three tests are flaky.
 * @param again runs a test and returns the results of that run; see `runAgain`
 */
export async function retryFailed(results, again, print = console.log) {
  const failures = results.filter(({ status }) => status === 'failed')
  if (failures.length === 0 || failures.length > maxFailures) return results
  const flaky = []
  for (const failure of failures) {
    if (!failure.file) continue
    if (failure.page) print(`the page of ${nameOf(failure)}\n${firstLines(failure.page, maxLines)}`)
    print(`running again: ${nameOf(failure)}`)
    const passed = (await retry(failure, again, false)) ?? (await retry(failure, again, true))
    if (!passed) continue
    flaky.push({ failure, passed })
    print(`flaky: ${nameOf(failure)}\n${firstLines(failure.error)}`)
  }
  if (flaky.length > maxFlaky) {
    print(`${flaky.length} tests are flaky, and at most ${maxFlaky} are allowed.`)
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
 * Replaces a failure with the results of the run in which it passed. If a file failed as a whole, replaces all its
 * results, because its tests were skipped.
 */
function replace(all, failure, passed) {
  const isReplaced = (result) =>
    failure.titles.length > 0
      ? isSameTest(result, failure)
      : result.runner === failure.runner && result.file === failure.file
  return [...all.filter((result) => !isReplaced(result)), ...passed]
}

function firstLines(text = 'no error was reported', max = 3) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines
    .slice(0, max)
    .map((line) => `    ${line}`)
    .join('\n')
}
