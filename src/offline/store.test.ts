import { get } from 'idb-keyval'
import { afterEach, expect, test, vi } from 'vitest'
import { belongTo } from './account.ts'
import { readDevice } from './device.ts'
import { openStore } from './store.ts'

// These tests make IndexedDB throw, as Firefox and Chrome do when storage is blocked.

const remove = vi.fn()
function refuse() {
  const open = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open })
  vi.stubGlobal('caches', { keys: async () => ['urithi-of-someone-pages', 'urithi-pages'], delete: remove })
}
afterEach(() => {
  vi.unstubAllGlobals()
  remove.mockClear()
})

test('a store rejects instead of throwing if the browser refuses storage', async () => {
  refuse()
  const read = get('sample', openStore('sample', 'sample'))
  await expect(read).rejects.toThrow('refused')
})

test('a device that refuses storage has no account', async () => {
  refuse()
  expect(await readDevice()).toMatchObject({ account: null })
})

test('logging out removes the account’s stored pages even if storage is refused', async () => {
  refuse()
  await belongTo(null)
  expect(remove.mock.calls).toEqual([['urithi-of-someone-pages']])
})
