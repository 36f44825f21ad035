import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { countedByType, listed } from '#content/entry/visibility/rules.ts'
import { heritage } from '#content/heritage/table.ts'
import { operation } from '#core/operation.ts'

export const home = {
  counts: operation('GET', '/counts', 'public', {
    summary: 'Count the entries of each type, and of each section of heritage, that the caller may see',
    input: z.object({}),
    output: z.record(z.string(), z.number().int()),
    async handler({ db, viewer }) {
      const { rows } = await db.execute<{ name: string; n: number }>(sql`
        select type as name, sum(n)::int as n from (${countedByType(viewer)}) counted group by 1
        union all select ${heritage.section}, count(*)::int from ${heritage}
          join ${entries} on ${eq(heritage.entryId, entries.id)} where ${listed(viewer)} group by 1`)
      return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
    },
  }),
}
