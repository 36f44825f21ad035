import { expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client.ts'

test('a page rendered on the server is held by no timer', () => {
  vi.useFakeTimers()
  const client = makeQueryClient()
  client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey: ['sample'] }))
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
