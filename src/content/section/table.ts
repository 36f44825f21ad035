import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

export const introductions = pgTable('introductions', {
  section: text().primaryKey(),
  /** Cleaned HTML; empty if keepers removed it. */
  body: text().notNull(),
  updatedAt: createdNow(),
  updatedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
})
