import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { entries } from '#content/entry/table.ts'
import { keyOf } from '#content/entry/visibility/any-viewer.ts'
import { countedByType, listed } from '#content/entry/visibility/rules.ts'
import { heritage } from '#content/heritage/table.ts'
import { UntilChanged } from '#core/concurrency/until-changed.ts'
import type { Context } from '#core/context.ts'
import { operation } from '#core/operation.ts'

/** Counts by viewer, which read many rows. */
const counts = new UntilChanged<Record<string, number>>(200)

export const home = {
  counts: operation('GET', '/counts', 'public', {
    summary: 'Count the entries of each type, and of each section of heritage, that the caller may see',
    input: z.object({}),
    output: z.record(z.string(), z.number().int()),
    handler: (ctx) => counts.of(ctx, keyOf(ctx.viewer), () => countEntries(ctx)),
  }),
}

async function countEntries({ db, viewer }: Context): Promise<Record<string, number>> {
  const { rows } = await db.execute<{ name: string; n: number }>(sql`
    select type as name, sum(n)::int as n from (${countedByType(viewer)}) counted group by 1
    union all select ${heritage.section}, count(*)::int from ${heritage}
      join ${entries} on ${eq(heritage.entryId, entries.id)} where ${listed(viewer)} group by 1`)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
