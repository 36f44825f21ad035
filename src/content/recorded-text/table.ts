import { type pgTable, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { inLanguage } from '#content/language/table.ts'

/** Returns the columns that the tables of all recorded texts have. The recording is the entry's `coverId`. */
export function textColumns() {
  return {
    entryId: entryKey(),
    /** The original, line by line. */
    original: text().notNull(),
    language: inLanguage(),
    translation: text(),
  }
}

export type TextTable = ReturnType<typeof pgTable<string, ReturnType<typeof textColumns>>>
