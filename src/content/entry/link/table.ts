import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { ofEntry } from '../table.ts'

/** Relations between two entries (Dublin Core), read from `fromId` to `toId`. */
export const entryLinks = pgTable(
  'entry_links',
  {
    id: id(),
    fromId: ofEntry(),
    toId: ofEntry(),
    /** A key of `inverses` (`schema.ts`). Symmetric relations are stored from the smaller id to the greater. */
    relation: text().notNull(),
    createdBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdNow(),
  },
  (t) => [
    unique('entry_links_once').on(t.fromId, t.toId, t.relation),
    index('entry_links_to').on(t.toId),
    check('entry_links_of_two', sql`${t.fromId} <> ${t.toId}`),
    check(
      'entry_links_relation',
      sql`${t.relation} in ('references', 'requires', 'isPartOf', 'isVersionOf', 'relation')`,
    ),
  ],
)
