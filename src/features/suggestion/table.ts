import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { entries } from '#content/entry/table.ts'
import { instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

/**
 * What a member gives to the keepers. Its entry has the visibility `keepers`, so that it and its file (`coverId`) answer
 * keepers and the giver alone, by the one rule of who may see what; its author is the giver's credit.
 */
export const suggestions = pgTable('suggestions', {
  entryId: uuid()
    .primaryKey()
    .references(() => entries.id, { onDelete: 'cascade' }),
  /** A page of the site (`features/home/sections.ts`). */
  section: text().notNull(),
  text: text(),
  status: text().$type<'waiting' | 'done' | 'declined'>().notNull().default('waiting'),
  /** What the keepers tell the giver. */
  note: text(),
  handledBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  handledAt: instant(),
})
