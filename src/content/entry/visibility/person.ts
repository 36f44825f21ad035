import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { mayHavePage } from '#accounts/person.ts'
import type { Viewer } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../table.ts'
import { listed } from './rules.ts'

/**
 * Returns SQL for whether the viewer can open the page of a member who added something to others' entries, such as a
 * transcript: only if that member may have a page and also shared an entry that lists show the viewer.
 */
export function pageFor(viewer: Viewer | null, accountId: PgColumn | SQL): SQL<boolean> {
  const shared = sql`exists (select from ${entries} where ${entries.authorId} = ${accounts.id} and ${listed(viewer)})`
  return sql<boolean>`exists (select from ${accounts} where ${and(eq(accounts.id, accountId), mayHavePage, shared)})`
}
