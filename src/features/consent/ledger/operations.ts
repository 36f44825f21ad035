import { and, desc, eq, getTableColumns } from 'drizzle-orm'
import { ledger as table } from '#content/entry/consent/table.ts'
import { after } from '#content/entry/queries.ts'
import { operation } from '#core/operation.ts'
import { toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { TombstoneQuery, Tombstones } from '../schema.ts'

/** What was removed, for keepers. */
export const ledger = {
  tombstones: operation({
    method: 'GET',
    path: '/ledger',
    permission: 'keeper',
    summary: 'List what was deleted or withdrawn, newest first',
    input: TombstoneQuery,
    output: Tombstones,
    async handler({ db }, { act, limit, lastKey }) {
      const { actorId: _, ...line } = getTableColumns(table)
      const rows = await db
        .select({ ...line, actor: { id: accounts.id, name: accounts.name, avatar: accounts.avatar } })
        .from(table)
        .leftJoin(accounts, eq(accounts.id, table.actorId))
        .where(and(act && eq(table.act, act), after(lastKey, table.at, 'desc', table.id)))
        .orderBy(desc(table.at), desc(table.id))
        .limit(limit + 1)
      return toPage(
        rows,
        limit,
        ({ at, id }) => ({ value: at, id }),
        (row) => row,
      )
    },
  }),
}
