import { afterEach, expect, test, vi } from 'vitest'
import { isExpired, untilOf, withoutExpired } from './use-edit-draft.ts'

const at = (number: number) => `/files/00000000-0000-7000-8000-00000000000${number}`
const hourMs = 3_600_000

afterEach(() => vi.useRealTimers())

test('each new file of a draft expires 23 hours after it first appeared, whatever was added since', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const base = { cover: at(0) }
  const values = { cover: at(0), media: [{ url: at(1) }], body: 'Sample' }
  const first = untilOf(base, values, {})
  vi.advanceTimersByTime(20 * hourMs)
  const until = untilOf(base, { ...values, body: `<img src="${at(2)}">` }, first)
  vi.advanceTimersByTime(4 * hourMs)
  expect([0, 1, 2].filter((number) => isExpired(at(number), until))).toEqual([1])
})

test('expired files are removed from texts and fields, and marked in lists', () => {
  const values = {
    body: `<p>Sample<img alt="" src="${at(1)}"><img src="${at(2)}"></p>`,
    file: { name: 'Sample', url: at(1) },
    point: null,
    media: [
      { url: at(1), label: 'Sample caption' },
      { url: at(2), label: '' },
    ],
  }
  expect(withoutExpired(values, { [at(1)]: 1, [at(2)]: Date.now() + hourMs })).toEqual({
    body: `<p>Sample<img src="${at(2)}"></p>`,
    point: null,
    media: [
      { url: at(1), label: 'Sample caption', isGone: true },
      { url: at(2), label: '' },
    ],
  })
})
