import { beforeEach, expect, test, vi } from 'vitest'

const copies = new Map<string, unknown>()
let isStuck = false
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: () => (isStuck ? new Promise(() => {}) : Promise.resolve([...copies])),
  setMany: async (changes: [string, unknown][]) => {
    for (const [name, change] of changes) copies.set(name, change)
  },
  delMany: async (names: string[]) => {
    for (const name of names) copies.delete(name)
  },
}))

let local: Map<string, string>
const storage = {
  getItem: (name: string) => local.get(name) ?? null,
  setItem: (name: string, value: string) => void local.set(name, value),
  removeItem: (name: string) => void local.delete(name),
}

beforeEach(() => {
  local = new Map()
  copies.clear()
  isStuck = false
  vi.resetModules()
  vi.stubGlobal('localStorage', storage)
})

/** Sets local storage back to what was on the disk when the browser was killed. */
async function kill({ onDisk }: { onDisk: Map<string, string> }) {
  await new Promise(setImmediate)
  local = new Map(onDisk)
}

test('drafts and changes that local storage lost are restored', async () => {
  const { readItem, restoreItems, storeItem } = await import('./device.ts')
  storeItem('draft:sample', 'one')
  const onDisk = new Map(local)
  storeItem('draft:sample', 'two')
  storeItem('draft:other', 'three')
  await kill({ onDisk })
  expect(readItem('draft:sample')).toBe('one')
  await restoreItems()
  expect(readItem('draft:sample')).toBe('two')
  expect(readItem('draft:other')).toBe('three')
})

test('a draft that was posted just before the kill stays removed', async () => {
  const { readItem, restoreItems, storeItem } = await import('./device.ts')
  storeItem('draft:sample', 'one')
  const onDisk = new Map(local)
  storeItem('draft:sample', null)
  await kill({ onDisk })
  await restoreItems()
  expect(readItem('draft:sample')).toBeNull()
})

test('a copy never replaces what local storage has received since', async () => {
  const { readItem, restoreItems, storeItem } = await import('./device.ts')
  storeItem('draft:sample', 'one')
  await new Promise(setImmediate)
  const before = new Map(copies)
  storeItem('draft:sample', 'two')
  await new Promise(setImmediate)
  for (const [name, change] of before) copies.set(name, change)
  await restoreItems()
  expect(readItem('draft:sample')).toBe('two')
})

test('copies of old removals are deleted', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { restoreItems, storeItem } = await import('./device.ts')
  storeItem('draft:sample', null)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(2 * 86_400_000)
  await restoreItems()
  expect(copies.size).toBe(0)
  vi.useRealTimers()
})

test('a page does not wait for a browser that never opens IndexedDB', async () => {
  isStuck = true
  const { restoreItems } = await import('./device.ts')
  await expect(restoreItems()).resolves.toBeUndefined()
})

test('a draft stored without its account is taken over once, unless the account has another', async () => {
  const { readDraftItem, readItem, storeItem } = await import('./device.ts')
  storeItem('draft:sample', '{"text":"one"}')
  expect(readDraftItem('draft:sample:1')).toBe('{"text":"one"}')
  expect(readItem('draft:sample')).toBeNull()
  expect(readDraftItem('draft:sample:2')).toBeNull()
  storeItem('draft:sample', '{"text":"two"}')
  expect(readDraftItem('draft:sample:1')).toBe('{"text":"one"}')
  expect(readItem('draft:sample')).toBeNull()
})

test('a guest does not take over a draft', async () => {
  const { readDraftItem, readItem, storeItem } = await import('./device.ts')
  storeItem('draft:sample', '{"text":"one"}')
  expect(readDraftItem('draft:sample:')).toBeNull()
  expect(readItem('draft:sample')).not.toBeNull()
})
