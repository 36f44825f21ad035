import { beforeEach, expect, test, vi } from 'vitest'

const copies = new Map<string, unknown>()
let isStuck = false
let isRefused = false
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: () => (isStuck ? new Promise(() => {}) : Promise.resolve([...copies])),
  setMany: async (changes: [string, unknown][]) => {
    if (isRefused) throw new DOMException('no room', 'QuotaExceededError')
    for (const [name, change] of changes) copies.set(name, change)
  },
  delMany: async (names: string[]) => {
    for (const name of names) copies.delete(name)
  },
}))

let local: Map<string, string>
/** Characters that fit into local storage. */
let room: number
const storage = {
  getItem: (name: string) => local.get(name) ?? null,
  setItem: (name: string, value: string) => {
    const sizes = [...local].map(([other, text]) => (other === name ? 0 : other.length + text.length))
    if (sizes.reduce((sum, size) => sum + size, name.length + value.length) > room)
      throw new DOMException('full', 'QuotaExceededError')
    local.set(name, value)
  },
  removeItem: (name: string) => void local.delete(name),
}

beforeEach(() => {
  local = new Map()
  copies.clear()
  isStuck = false
  isRefused = false
  room = Number.POSITIVE_INFINITY
  vi.resetModules()
  // The names of its items are its keys.
  const ownKeys = () => [...local.keys()]
  const getOwnPropertyDescriptor = () => ({ enumerable: true, configurable: true })
  vi.stubGlobal('localStorage', new Proxy(storage, { ownKeys, getOwnPropertyDescriptor }))
})

const readItem = (name: string) => local.get(name) ?? null
/** Returns an item as the page has it, even if local storage refused it. */
const held = async (name: string) => (await import('./storage.ts')).local.read(name)

/** Sets local storage back to what was on the disk when the browser was killed. */
async function kill({ onDisk }: { onDisk: Map<string, string> }) {
  await new Promise(setImmediate)
  local = new Map(onDisk)
}

test('drafts and changes that local storage lost are restored', async () => {
  const { restoreItems, storeItem } = await import('./drafts.ts')
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
  const { restoreItems, storeItem } = await import('./drafts.ts')
  storeItem('draft:sample', 'one')
  const onDisk = new Map(local)
  storeItem('draft:sample', null)
  await kill({ onDisk })
  await restoreItems()
  expect(readItem('draft:sample')).toBeNull()
})

test('a copy never replaces what local storage has received since', async () => {
  const { restoreItems, storeItem } = await import('./drafts.ts')
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
  const { restoreItems, storeItem } = await import('./drafts.ts')
  storeItem('draft:sample', null)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(2 * 86_400_000)
  await restoreItems()
  expect(copies.size).toBe(0)
  vi.useRealTimers()
})

test('a page does not wait for a browser that never opens IndexedDB', async () => {
  isStuck = true
  const { restoreItems } = await import('./drafts.ts')
  await expect(restoreItems()).resolves.toBeUndefined()
})

test('a draft stored without its account is taken over once, unless the account has another', async () => {
  const { readDraftItem, storeItem } = await import('./drafts.ts')
  storeItem('draft:sample', '{"text":"one"}')
  expect(readDraftItem('draft:sample:1')).toEqual({ text: 'one' })
  expect(readItem('draft:sample')).toBeNull()
  expect(readDraftItem('draft:sample:2')).toBeNull()
  storeItem('draft:sample', '{"text":"two"}')
  expect(readDraftItem('draft:sample:1')).toEqual({ text: 'one' })
  expect(readItem('draft:sample')).toBeNull()
})

test('a guest does not take over a draft', async () => {
  const { readDraftItem, storeItem } = await import('./drafts.ts')
  storeItem('draft:sample', '{"text":"one"}')
  expect(readDraftItem('draft:sample:')).toBeNull()
  expect(readItem('draft:sample')).not.toBeNull()
})

test('a draft takes over its link to the account’s draft, which an earlier version stored beside it', async () => {
  const { readDraftItem } = await import('./drafts.ts')
  local.set('draft:poem:1', '{"title":"one"}')
  local.set('draft-link:poem:1', '{"id":"sample"}')
  for (const _ of ['first', 'second'])
    expect(readDraftItem('draft:poem:1')).toEqual({ title: 'one', $draft: { id: 'sample' } })
  expect(readItem('draft-link:poem:1')).toBeNull()
})

/** Logs in to an account. */
const enter = (id: string) => void local.set('user', JSON.stringify({ id }))

test('drafts of other accounts make room, oldest first, and come back with their account', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { restoreItems, storeItem } = await import('./drafts.ts')
  const [long, longer] = [300, 400].map((length) => 'x'.repeat(length)) as [string, string]
  enter('1')
  for (const name of ['draft:old:1', 'draft:new:1', 'draft:own:2']) {
    storeItem(name, name === 'draft:old:1' ? longer : long)
    vi.advanceTimersByTime(10)
  }
  await new Promise(setImmediate)
  vi.useRealTimers()
  enter('2')
  room = 1200
  storeItem('draft:other:2', long)
  expect(local.get('draft:other:2')).toBe(long)
  expect(readItem('draft:old:1')).toBeNull()
  expect(['draft:new:1', 'draft:own:2'].map(readItem)).toEqual([long, long])
  room = Number.POSITIVE_INFINITY
  await restoreItems()
  expect(readItem('draft:old:1')).toBeNull()
  enter('1')
  await restoreItems()
  expect(readItem('draft:old:1')).toBe(longer)
})

test('a draft that doesn’t fit into local storage is restored from its copy, also after others were stored', async () => {
  const { isKept, restoreItems, storeItem } = await import('./drafts.ts')
  await restoreItems()
  enter('1')
  room = 200
  storeItem('draft:long:1', 'x'.repeat(300))
  storeItem('draft:short:1', 'x')
  await new Promise(setImmediate)
  expect(isKept('draft:long:1')).toBe(true)
  vi.resetModules()
  const next = await import('./drafts.ts')
  await next.restoreItems()
  expect(await held('draft:long:1')).toBe('x'.repeat(300))
})

test('drafts of other accounts that only local storage has make no room', async () => {
  const { storeItem } = await import('./drafts.ts')
  enter('1')
  isRefused = true
  const long = 'x'.repeat(300)
  storeItem('draft:old:1', long)
  await new Promise(setImmediate)
  enter('2')
  room = 400
  storeItem('draft:other:2', long)
  expect(readItem('draft:old:1')).toBe(long)
  expect(readItem('draft:other:2')).toBeNull()
  expect(await held('draft:other:2')).toBe(long)
})

test('a form knows that the device can’t store its draft', async () => {
  const { isKept, storeItem } = await import('./drafts.ts')
  enter('1')
  isRefused = true
  room = 100
  storeItem('draft:long:1', 'x'.repeat(300))
  storeItem('draft:short:1', 'x')
  await new Promise(setImmediate)
  expect(['draft:long:1', 'draft:short:1'].map(isKept)).toEqual([false, true])
  expect(await held('draft:long:1')).toBe('x'.repeat(300))
})
