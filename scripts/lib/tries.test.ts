import { expect, it } from 'vitest'
import { isNetworkError, retry } from './tries.mjs'

const failing = (times: number) => {
  let count = 0
  return { attempt: async () => (++count <= times ? 1 : 0), tries: () => count }
}

it('tries three times at most, and only while the failure is transient', async () => {
  for (const [failures, tries, result] of [
    [0, 1, 0],
    [2, 3, 0],
    [9, 3, 1],
  ] as const) {
    const step = failing(failures)
    expect(await retry(step.attempt, (code: number) => code !== 0, [0, 0])).toBe(result)
    expect(step.tries()).toBe(tries)
  }
  const step = failing(9)
  expect(await retry(step.attempt, () => false, [0, 0])).toBe(1)
  expect(step.tries()).toBe(1)
})

it('distinguishes an unreachable registry from a problem with the packages', () => {
  expect(isNetworkError('npm error code ETIMEDOUT')).toBe(true)
  expect(isNetworkError('npm error code E503')).toBe(true)
  expect(isNetworkError('npm error code EUSAGE')).toBe(false)
  expect(isNetworkError('npm error code E404')).toBe(false)
})
