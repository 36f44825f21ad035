import { count, eq } from 'drizzle-orm'
import { z } from 'zod'
import { listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { heritage } from '#content/heritage/table.ts'
import { operation } from '#core/operation.ts'

export const home = {
  counts: operation({
    method: 'GET',
    path: '/counts',
    permission: 'public',
    summary: 'How many entries of each type, and of each section of heritage, the caller may see',
    input: z.object({}),
    output: z.record(z.string(), z.number().int()),
    async handler({ db, viewer }) {
      const rows = await db
        .select({ type: entries.type, section: heritage.section, count: count() })
        .from(entries)
        .leftJoin(heritage, eq(heritage.entryId, entries.id))
        .where(listed(viewer))
        .groupBy(entries.type, heritage.section)
      const counts: Record<string, number> = {}
      for (const { type, section, count } of rows) {
        counts[type] = (counts[type] ?? 0) + count
        if (section) counts[section] = count
      }
      return counts
    },
  }),
}
