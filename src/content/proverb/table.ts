import { pgTable, text } from 'drizzle-orm/pg-core'
import { textColumns } from '#content/recorded-text/table.ts'

/** The title is the first line of the original. */
export const proverbs = pgTable('proverbs', { ...textColumns(), meaning: text() })
