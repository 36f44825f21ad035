import { and, desc, eq } from 'drizzle-orm'
import { operation } from '#core/operation.ts'
import { Page, toPage } from '#core/page.ts'
import { accounts } from '#core/tables.ts'
import { after, authorOf, entryColumns, listed, presentEntry } from './queries.ts'
import { Entry, EntryQuery } from './schema.ts'
import { matching } from './search.ts'
import { entries } from './table.ts'

/** What goes for entries of every type, and so asks for no code of a type's own. */
export const entry = {
  list: operation({
    method: 'GET',
    path: '/entries',
    permission: 'public',
    summary: 'List or search entries of every type, newest first',
    input: EntryQuery,
    output: Page(Entry),
    async handler({ db, viewer }, { q, type, limit, lastKey }) {
      const ofType = type === '' ? undefined : eq(entries.type, type)
      const rows = await db
        .select(entryColumns)
        .from(entries)
        .leftJoin(accounts, authorOf)
        .where(and(listed(viewer), ofType, matching(q), after(lastKey, entries.publishedAt)))
        .orderBy(desc(entries.publishedAt), desc(entries.id))
        .limit(limit + 1)
      return toPage(rows, limit, (row) => ({ value: row.publishedAt ?? row.createdAt, id: row.id }), presentEntry)
    },
  }),
}
