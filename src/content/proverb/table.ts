import { pgTable, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { inLanguage } from '#content/language/table.ts'

/** The title is the first line; a recording is the entry's `coverId`. */
export const proverbs = pgTable('proverbs', {
  entryId: entryKey(),
  /** The original, line by line. */
  original: text().notNull(),
  language: inLanguage(),
  translation: text(),
  meaning: text(),
})
