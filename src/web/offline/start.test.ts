import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../errors.ts'
import { makeQueryClient, standsIn } from '../query-client.ts'
import { keepQueries } from './start.ts'

const device = new Map<string, unknown>()
vi.mock('idb-keyval', () => ({
  get: async (name: string) => structuredClone(device.get(name)),
  set: async (name: string, value: unknown) => void device.set(name, structuredClone(value)),
  del: async (name: string) => void device.delete(name),
}))
vi.mock('#src/offline/account.ts', () => ({ queryStore: () => undefined }))
vi.mock('#src/offline/device.ts', () => ({
  present: async () => ({ account: 'sample account', now: 1 }),
}))
vi.mock('#src/offline/lease.ts', () => ({ isLeased: () => true }))

const queryKey = ['article', 'sample']
const refused = () => Promise.reject(new ApiError(404, 'not_found', 'sample refusal'))
const failing = () => Promise.reject(new ApiError(500, 'internal', 'sample fault'))

let stop: () => void
const startKeeping = async (client: ReturnType<typeof makeQueryClient>) => {
  stop = await keepQueries(client)
}

beforeEach(async () => {
  device.clear()
  const before = makeQueryClient()
  await startKeeping(before)
  before.setQueryData(queryKey, 'sample answer')
  await vi.waitFor(() => expect(device.size).toBe(1))
  stop()
})
// A pending write would otherwise affect the next test.
afterEach(() => stop())

test('stored data is restored and marked to be fetched again', async () => {
  const client = makeQueryClient()
  await startKeeping(client)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: 'sample answer', isInvalidated: true })
})

test('data stored by an earlier release is restored with today’s field names', async () => {
  stop()
  const before = makeQueryClient()
  await startKeeping(before)
  before.setQueryData(queryKey, { items: [{ marakwet: 'sample', example: { marakwet: 'sample one' } }] })
  await vi.waitFor(() => expect(JSON.stringify([...device])).toContain('sample one'))
  stop()
  const client = makeQueryClient()
  await startKeeping(client)
  expect(client.getQueryData(queryKey)).toEqual({ items: [{ form: 'sample', example: { form: 'sample one' } }] })
})

test('data refused before it is restored is not restored', async () => {
  const client = makeQueryClient()
  await client.fetchQuery({ queryKey, queryFn: refused }).catch(() => {})
  await startKeeping(client)
  expect(client.getQueryState(queryKey)).toMatchObject({ data: undefined, status: 'error' })
})

test('data refused after it was restored is removed', async () => {
  const client = makeQueryClient()
  await startKeeping(client)
  await client.fetchQuery({ queryKey, queryFn: refused }).catch(() => {})
  expect(client.getQueryState(queryKey)).toMatchObject({ data: undefined, status: 'error' })
})

test.each(['before', 'after'])(
  'restored data stays on screen, marked as earlier data, if the server fails %s the restore',
  async (when) => {
    const client = makeQueryClient()
    if (when === 'after') await startKeeping(client)
    await client.fetchQuery({ queryKey, queryFn: failing }).catch(() => {})
    if (when === 'before') await startKeeping(client)
    expect(client.getQueryState(queryKey)).toMatchObject({ data: 'sample answer', status: 'success' })
    expect(client.getQueryCache().findAll({ predicate: standsIn })).toHaveLength(1)
    await client.fetchQuery({ queryKey, queryFn: async () => 'newer answer', staleTime: 0 })
    expect(client.getQueryCache().findAll({ predicate: standsIn })).toEqual([])
  },
)
