import pg from 'pg'
import { expect, vi } from 'vitest'
import type { TestSite } from './harness.ts'

type Plan = {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns how many rows of tables and indexes a GET request reads in its statements about entries. */
export async function rowsRead(site: TestSite, path: string, call = site.call): Promise<number> {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const { status } = await call('GET', path)
  const queries = spy.mock.calls.map(([query, values]) => ({ ...(query as unknown as { text: string }), values }))
  spy.mockRestore()
  expect(status).toBe(200)
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  let rows = 0
  for (const { text, values } of queries.filter(({ text }) => text.includes('"entries"'))) {
    const explained = await client.query(
      `explain (analyze, format json) ${text}`,
      (values ?? []) as unknown as string[],
    )
    rows += rowsOf(explained.rows[0]['QUERY PLAN'][0].Plan)
  }
  await client.end()
  return rows
}

function rowsOf(plan: Plan): number {
  const rows = plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)
  const own = /^(Seq|Index|Bitmap)/.test(plan['Node Type']) ? plan['Actual Loops'] * rows : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), own)
}
