import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { ledger as table } from '#content/entry/consent/table.ts'
import { after } from '#content/entry/list/where.ts'
import { keptWithin } from '#content/entry/visibility/rules.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { viewerOf } from '#core/permission.ts'
import { accounts } from '#core/tables.ts'
import { TombstoneQuery, Tombstones } from '../schema.ts'

/** Lists removed entries for keepers. */
export const ledger = {
  tombstones: operation('GET', '/ledger', 'keeper', {
    summary: 'List deleted and withdrawn entries, newest first',
    input: TombstoneQuery,
    output: Tombstones,
    async handler({ db, viewer }, { act, limit, lastKey }) {
      const { actorId: _, groups: __, ...line } = getTableColumns(table)
      const forViewer = keptWithin(viewerOf({ viewer }))
      const rows = await db
        .select({ ...line, forViewer, actor: { id: accounts.id, name: accounts.name, avatar: accounts.avatar } })
        .from(table)
        .leftJoin(accounts, eq(accounts.id, table.actorId))
        .where(and(act && eq(table.act, act), after(lastKey, table.at, 'desc', table.id)))
        .orderBy(desc(table.at), desc(table.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        ({ at, id }) => ({ value: at, id }),
        ({ forViewer, ...row }) => (forViewer ? row : { ...row, title: null, reason: null }),
      )
    },
  }),
}
