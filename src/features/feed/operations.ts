import { and, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listed } from '#content/entry/queries.ts'
import { entries } from '#content/entry/table.ts'
import { operation } from '#core/operation.ts'

/** What commits a moment after its `publishedAt` is not to be missed by who asks meanwhile. */
const overlap = sql`interval '2 seconds'`

export const feed = {
  news: operation({
    method: 'GET',
    path: '/news',
    permission: 'account',
    summary: 'Which types have something new by others since a moment; without one, only what time it is',
    input: z.object({ since: z.iso.datetime().optional() }),
    output: z.object({ types: z.array(z.string()), now: z.iso.datetime() }),
    async handler({ db, viewer }, { since }) {
      const [clock] = (await db.execute<{ now: Date | string }>(sql`select now() - ${overlap} as now`)).rows
      const others = or(isNull(entries.authorId), ne(entries.authorId, viewer?.id ?? ''))
      const rows = since
        ? await db
            .selectDistinct({ type: entries.type })
            .from(entries)
            .where(and(listed(viewer), others, gt(entries.publishedAt, since)))
        : []
      return { types: rows.map(({ type }) => type), now: new Date(clock?.now ?? Date.now()).toISOString() }
    },
  }),
}
