import { onlineManager } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client.ts'

test('a change without signal fails immediately instead of waiting', async () => {
  onlineManager.setOnline(false)
  const client = makeQueryClient()
  const failed = client
    .getMutationCache()
    .build(client, client.defaultMutationOptions({ mutationFn: () => Promise.reject(new Error('no answer')) }))
  await expect(failed.execute(undefined)).rejects.toThrow('no answer')
  onlineManager.setOnline(true)
})

test('a server-rendered page is not delayed by timers', () => {
  vi.useFakeTimers()
  const client = makeQueryClient()
  client.getQueryCache().build(client, client.defaultQueryOptions({ queryKey: ['sample'] }))
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
