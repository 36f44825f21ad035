import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPage } from './push.ts'
import type { WorkerScope } from './worker-types.ts'

beforeAll(() => void vi.stubGlobal('location', { origin: 'https://site.test', host: 'site.test' }))
afterAll(() => void vi.unstubAllGlobals())

function pressed(path: string, tabs: string[]) {
  const done: string[] = []
  const clients = {
    matchAll: async () => tabs.map((url) => ({ url, focus: async () => done.push(`focus ${url}`) })),
    openWindow: async (url: string) => done.push(`open ${url}`),
  }
  const notification = { data: { path, count: 1 }, close: () => done.push('close') }
  return openPage({ clients } as unknown as WorkerScope, notification as unknown as Notification).then(() => done)
}

test('opens a pressed notification in the tab that shows its page, and never replaces another page', async () => {
  const tabs = ['https://site.test/contribute/articles', 'https://site.test/articles/1']
  expect(await pressed('/articles/1', tabs)).toEqual(['close', 'focus https://site.test/articles/1'])
  expect(await pressed('/articles/2', tabs)).toEqual(['close', 'open https://site.test/articles/2'])
})
