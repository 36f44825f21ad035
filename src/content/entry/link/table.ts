import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../table.ts'

const end = () =>
  uuid()
    .notNull()
    .references(() => entries.id, { onDelete: 'cascade' })

/** That two entries belong together, and how: a relation of Dublin Core, read from `fromId` to `toId`. */
export const entryLinks = pgTable(
  'entry_links',
  {
    id: id(),
    fromId: end(),
    toId: end(),
    /** A key of `inverses` (`schema.ts`). What is the same both ways goes from the smaller id to the greater. */
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
