import { describe, expect, test } from 'vitest'
import { buildArticle } from '#test/build.ts'
import { testSite } from '#test/harness.ts'

const site = testSite()
const here = 'http://127.0.0.1:3000/metrics'

function ask(address = '127.0.0.1', headers: Record<string, string> = {}, url = here) {
  return site.app.request(url, { headers }, { incoming: { socket: { remoteAddress: address } } })
}

/** Returns the value of a metric, or 0 if it is missing. */
async function numberOf(line: string): Promise<number> {
  const text = await (await ask()).text()
  return Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1) ?? 0,
  )
}

describe('the metrics', () => {
  test.each(['127.0.0.1', '127.8.0.2', '::1', '::ffff:127.0.0.1'])(
    'are sent to a program on this machine, %s',
    async (at) => {
      const answer = await ask(at)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
      expect(await answer.text()).toContain('nodejs_eventloop_lag_seconds')
    },
  )

  test.each([
    ...['10.0.0.5', '192.168.1.1', '203.0.113.9', '::ffff:10.0.0.1', '1127.0.0.1', ''].map((address) => [address, {}]),
    ...[
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Real-IP',
      'Forwarded',
      'Via',
      'CF-Connecting-IP',
    ].map((name) => ['127.0.0.1', { [name]: '127.0.0.1' }]),
    ['127.0.0.1', { authorization: 'Bearer a token of the Tests' }, 'http://heritage.test/metrics'],
    ['203.0.113.9', { authorization: 'Bearer ' }],
    ['203.0.113.9', { authorization: 'Bearer a token of the test' }],
    ['203.0.113.9', { 'x-forwarded-for': '127.0.0.1', host: '127.0.0.1' }],
  ] as [string, Record<string, string>, string?][])('don’t exist for %s with %o', async (address, headers, url) => {
    expect((await ask(address, headers, url)).status).toBe(404)
  })

  test('don’t exist without a token and without a known address', async () => {
    expect((await site.app.request(here)).status).toBe(404)
  })

  test('are sent to anyone with the token', async () => {
    const authorization = 'Bearer a token of the tests'
    const answer = await ask(
      '203.0.113.9',
      { authorization, 'x-forwarded-for': '203.0.113.9' },
      'https://a.test/metrics',
    )
    expect(answer.status).toBe(200)
  })
})

test('the metrics count events and identify nobody', async () => {
  const listed = 'http_request_duration_seconds_count{operation="GET /api/articles/:id",status="2xx"}'
  const missed = listed.replace('2xx', '4xx')
  const cached = 'page_cache_total{result="found"}'
  const mails = 'mails_total{outcome="sent"}'
  const before = [await numberOf(listed), await numberOf(missed), await numberOf(cached), await numberOf(mails)]
  const person = await site.person({ unconfirmed: true })
  const article = await buildArticle(person)
  expect(await numberOf('jobs{state="waiting"}')).toBeGreaterThan(0)
  await site.call('GET', `/api/articles/${article.id}`)
  await site.call('GET', '/api/articles/00000000-0000-7000-8000-000000000000')
  for (const _ of [1, 2]) await site.call('GET', '/api/articles')
  const sent = (await site.mails()).length
  const after = [await numberOf(listed), await numberOf(missed), await numberOf(cached), await numberOf(mails)]
  expect(sent).toBeGreaterThan(0)
  expect(after.map((value, at) => value - (before[at] ?? 0))).toEqual([1, 1, 1, sent])
  expect(await numberOf('jobs{state="waiting"}')).toBe(0)
  const text = await (await ask()).text()
  for (const secret of [person.id, article.id, person.email, '@', '0000-7000']) expect(text).not.toContain(secret)
  expect(await numberOf('database_connections{pool="writes",state="idle"}')).toBeGreaterThan(0)
  expect(text).toMatch(/^stored_original_bytes \d+$/m)
})
