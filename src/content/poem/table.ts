import { pgTable, text } from 'drizzle-orm/pg-core'
import { textColumns } from '#content/recorded-text/table.ts'

export const poems = pgTable('poems', { ...textColumns(), poet: text() })
