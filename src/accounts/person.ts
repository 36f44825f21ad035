import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { accounts } from '#core/tables.ts'

/**
 * Condition for accounts that may have a page (`/people/:id`): they are admitted and not disabled, and the member has
 * not turned the page off. The page shows only what the reader may see; if that is nothing, the reader gets a 404.
 */
export const mayHavePage = and(
  accounts.publicPage,
  isNull(accounts.disabledAt),
  isNotNull(accounts.admittedAt),
) as SQL<boolean>

/** SQL for whether the name of a joined account links to a page; false if no account is joined. */
export const hasPage = sql<boolean>`coalesce(${mayHavePage}, false)`
