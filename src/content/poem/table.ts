import { pgTable, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { inLanguage } from '#content/language/table.ts'

/** The title is the entry's title; a recording is the entry's `coverId`. */
export const poems = pgTable('poems', {
  entryId: entryKey(),
  /** The original, line by line. */
  original: text().notNull(),
  language: inLanguage(),
  translation: text(),
  poet: text(),
})
