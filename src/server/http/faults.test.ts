import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testSite } from '#test/harness.ts'

const site = testSite()

test('an internal error shows only the id of its log line, also on a page', async () => {
  await site.db.execute(sql`drop table artifacts cascade`)
  const own = await site.call('GET', '/api/artifacts', undefined, { 'x-request-id': 'sample-request-1' })
  expect([own.status, own.body]).toEqual([
    500,
    { error: expect.stringContaining('sample-request-1'), code: 'internal', requestId: 'sample-request-1' },
  ])
  for (const unfit of ['<b>', 'x'.repeat(101), 'a b'])
    expect((await site.call('GET', '/api/artifacts', undefined, { 'x-request-id': unfit })).body.requestId).toMatch(
      /^[0-9a-f-]{36}$/,
    )
  const page = await site.call('GET', '/culture/artifacts', undefined, { 'x-request-id': 'sample-request-2' })
  expect(page.status).toBe(500)
  expect(page.body).toContain('sample-request-2')
  expect(page.body).not.toMatch(/artifacts" does not exist|select /)
})
