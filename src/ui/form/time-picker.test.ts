import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holding } from './time-picker.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a held button steps immediately, after 500 ms, then every 100 ms until it is released', () => {
  const step = vi.fn()
  const release = holding(step)
  expect(step).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(499)
  expect(step).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(step).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(step).toHaveBeenCalledTimes(12)
  release()
  vi.advanceTimersByTime(5000)
  expect(step).toHaveBeenCalledTimes(12)
})
