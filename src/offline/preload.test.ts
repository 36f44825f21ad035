import { expect, test, vi } from 'vitest'
import { preloadNavigations } from './preload.ts'

test.each([
  [
    'Chrome',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
    true,
  ],
  ['Firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', true],
  [
    'Safari',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
    false,
  ],
  [
    'Chrome on an iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.7339.39 Mobile/15E148 Safari/604.1',
    false,
  ],
  [
    'WebKitGTK',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    false,
  ],
])('%s requests pages early: %s', async (_name, userAgent, early) => {
  const preload = { enable: vi.fn(async () => {}), disable: vi.fn(async () => {}) }
  await preloadNavigations(preload, userAgent)
  expect([preload.enable.mock.calls.length, preload.disable.mock.calls.length]).toEqual(early ? [1, 0] : [0, 1])
})

test('does nothing in a browser that can’t request pages early', async () => {
  await expect(preloadNavigations(undefined, 'Mozilla/5.0')).resolves.toBeUndefined()
})
