import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#core/tables.ts'

/**
 * Matches accounts that may have a page (`/people/:id`): not turned off by the member, not disabled or deleted, and
 * admitted. What the page shows depends on the reader, who finds none if there is nothing for them on it.
 */
export const mayHavePage = and(
  accounts.publicPage,
  isNull(accounts.disabledAt),
  isNotNull(accounts.admittedAt),
) as SQL<boolean>

/** Selects whether the name of a joined account leads to a page; false if no account is joined. */
export const hasPage = sql<boolean>`coalesce(${mayHavePage}, false)`
