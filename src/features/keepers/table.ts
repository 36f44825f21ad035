import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

/** What keepers wrote to introduce a page of the archive (`features/home/sections.ts`). */
export const introductions = pgTable('introductions', {
  section: text().primaryKey(),
  /** Cleaned HTML; empty where keepers took it away. */
  body: text().notNull(),
  updatedAt: createdNow(),
  updatedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
})
