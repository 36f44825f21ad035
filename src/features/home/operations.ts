import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { CountedInParts } from '#content/entry/visibility/parts.ts'
import { heritage } from '#content/heritage/table.ts'
import { operation } from '#core/operation.ts'

/** Counts of the entries of each type, and of each section of heritage. */
const counts = new CountedInParts(200, async (db, part) => {
  const { rows } = await db.execute<{ name: string; n: number }>(sql`
    select type as name, count(*)::int as n from ${entries} where ${part} group by 1
    union all select ${heritage.section}, count(*)::int from ${heritage}
      join ${entries} on ${eq(heritage.entryId, entries.id)} where ${part} group by 1`)
  return rows
})

export const home = {
  counts: operation('GET', '/counts', 'public', {
    summary: 'Count the entries of each type, and of each section of heritage, that the caller may see',
    output: z.record(z.string(), z.number().int()),
    async handler(ctx) {
      const sums: Record<string, number> = {}
      for (const { name, n } of (await counts.of(ctx)).flat()) sums[name] = (sums[name] ?? 0) + n
      return sums
    },
  }),
}
