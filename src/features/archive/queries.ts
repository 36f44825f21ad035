import { eq, or, sql } from 'drizzle-orm'
import { briefColumns } from '#content/briefs.ts'
import { entryLinks } from '#content/entry/link/table.ts'
import { authorOf } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { heritage } from '#content/heritage/table.ts'
import { proverbs } from '#content/proverb/table.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { Context } from '#core/context.ts'
import { accounts } from '#core/tables.ts'

/** Starts a query for the links of an entry, each with the entry at the other end. The caller adds `isOf(id)`. */
export function selectLinks({ db }: Pick<Context, 'db'>, id: string) {
  const { fromId, toId, relation, createdAt } = entryLinks
  const otherEnd = sql`case when ${fromId} = ${id} then ${toId} else ${fromId} end`
  return db
    .select({ link: { id: entryLinks.id, relation, fromId, createdAt }, entry: briefColumns })
    .from(entryLinks)
    .innerJoin(entries, eq(entries.id, otherEnd))
    .leftJoin(vocabulary, eq(vocabulary.entryId, entries.id))
    .leftJoin(proverbs, eq(proverbs.entryId, entries.id))
    .leftJoin(heritage, eq(heritage.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .$dynamic()
}

export const isOf = (id: string) => or(eq(entryLinks.fromId, id), eq(entryLinks.toId, id))
