import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { entries } from '../entry/table.ts'

/** The title is the entry's, and a recording is the entry's file (`coverId`). */
export const poems = pgTable('poems', {
  entryId: uuid()
    .primaryKey()
    .references(() => entries.id, { onDelete: 'cascade' }),
  /** As it is said, line by line. */
  original: text().notNull(),
  translation: text(),
  poet: text(),
})
