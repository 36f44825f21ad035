import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

/**
 * A member's suggestion. Its entry has the visibility `keepers`, so that the usual rules show it and its file
 * (`coverId`) only to keepers and its author.
 */
export const suggestions = pgTable('suggestions', {
  entryId: entryKey(),
  /** A page of the archive (`content/section/parts.ts`). */
  section: text().notNull(),
  text: text(),
  status: text().$type<'waiting' | 'done' | 'declined'>().notNull().default('waiting'),
  /** The keepers' reply. */
  note: text(),
  handledBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
  handledAt: instant(),
})
