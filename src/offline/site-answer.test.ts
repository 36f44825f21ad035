import { afterEach, expect, test, vi } from 'vitest'
import { fetchFromSite, siteMark } from './site-answer.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

const earlier = { 'x-frame-options': 'DENY', 'referrer-policy': 'strict-origin-when-cross-origin' }

test.each([
  ['the site’s page', { [siteMark]: '1' }, true],
  ['a page of an earlier release', earlier, true],
  ['a filter’s page', { 'content-type': 'text/html' }, false],
  ['a page with usual security headers', { 'x-frame-options': 'SAMEORIGIN', 'referrer-policy': 'no-referrer' }, false],
])('%s', async (_, headers: Record<string, string>, isOurs) => {
  for (const status of [200, 403, 404, 502]) {
    vi.stubGlobal('fetch', async () => new Response('{}', { status, headers }))
    const outcome = await fetchFromSite('/api/sample').then(
      (answer) => answer.status,
      () => 'no answer',
    )
    expect(outcome).toBe(isOurs ? status : 'no answer')
  }
})

test('a picture that another site serves has no visible headers, and is not refused', async () => {
  const picture = { type: 'opaque', status: 0, headers: new Headers() }
  vi.stubGlobal('fetch', async () => picture)
  expect(await fetchFromSite('/files/sample')).toBe(picture)
})
