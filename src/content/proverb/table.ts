import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { entries } from '../entry/table.ts'

/** Its first line is the entry’s title, and a recording is the entry's file (`coverId`). */
export const proverbs = pgTable('proverbs', {
  entryId: uuid()
    .primaryKey()
    .references(() => entries.id, { onDelete: 'cascade' }),
  /** As it is said, line by line. */
  original: text().notNull(),
  translation: text(),
  meaning: text(),
})
