import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import { makeQueryClient } from '../query-client.ts'
import { keepQueries } from './kept-queries.ts'

const device = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  get: async (name: string) => structuredClone(device.get(name)),
  set: async (name: string, value: unknown) => void device.set(name, structuredClone(value)),
  del: async (name: string) => void device.delete(name),
}))
vi.mock('#src/offline/leave.ts', () => ({ queryStore: () => undefined }))
vi.mock('#src/offline/device.ts', () => ({
  currentAccount: async () => 'sample account',
  serverNow: async () => 1,
  isLeased: () => true,
}))

const queryKey = ['article', 'sample']
const refused = () => Promise.reject(new ApiError(404, 'not_found', 'sample refusal'))

beforeEach(async () => {
  device.clear()
  const before = makeQueryClient()
  const stop = await keepQueries(before)
  before.setQueryData(queryKey, 'sample answer')
  await vi.waitFor(() => expect(device.size).toBe(1))
  stop()
})

test('what a device kept comes back, and is asked for again', async () => {
  const client = makeQueryClient()
  await keepQueries(client)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: 'sample answer', isInvalidated: true })
})

test('what the server refused before it came back does not come', async () => {
  const client = makeQueryClient()
  await client.fetchQuery({ queryKey, queryFn: refused }).catch(() => {})
  await keepQueries(client)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: undefined, status: 'error' })
})

test('what the server refuses after it came back goes again', async () => {
  const client = makeQueryClient()
  await keepQueries(client)
  await client.fetchQuery({ queryKey, queryFn: refused }).catch(() => {})
  expect(client.getQueryState(queryKey)).toMatchObject({ data: undefined, status: 'error' })
})
