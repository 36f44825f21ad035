import { count } from 'drizzle-orm'
import { z } from 'zod'
import { listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { operation } from '#core/operation.ts'

export const home = {
  counts: operation({
    method: 'GET',
    path: '/counts',
    permission: 'public',
    summary: 'How many entries of each type the caller may see',
    input: z.object({}),
    output: z.record(z.string(), z.number().int()),
    async handler({ db, viewer }) {
      const rows = await db
        .select({ type: entries.type, count: count() })
        .from(entries)
        .where(listed(viewer))
        .groupBy(entries.type)
      return Object.fromEntries(rows.map((row) => [row.type, row.count]))
    },
  }),
}
