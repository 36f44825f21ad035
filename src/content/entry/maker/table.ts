import { index, pgTable } from 'drizzle-orm/pg-core'
import { ofAccount } from '#core/tables.ts'
import { entryKey } from '../table.ts'

/**
 * The member who made what an entry shows. Only makers who are members have a row; the table of the entry's type holds
 * every maker's name.
 */
export const entryMakers = pgTable('entry_makers', { entryId: entryKey(), accountId: ofAccount() }, (t) => [
  index('entry_makers_entries').on(t.accountId, t.entryId),
])
