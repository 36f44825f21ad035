import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#core/tables.ts'

/**
 * Matches accounts that may have a page (`/people/:id`): admitted, not disabled or deleted, and not turned off by the
 * member. The page shows what its reader may see; if that is nothing, there is no page for this reader.
 */
export const mayHavePage = and(
  accounts.publicPage,
  isNull(accounts.disabledAt),
  isNotNull(accounts.admittedAt),
) as SQL<boolean>

/** Selects whether the name of a joined account leads to a page; false if no account is joined. */
export const hasPage = sql<boolean>`coalesce(${mayHavePage}, false)`
