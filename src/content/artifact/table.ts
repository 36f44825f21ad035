import { sql } from 'drizzle-orm'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'

/** The name of an artifact is the title of its entry, and its pictures are the entry's files. */
export const artifacts = pgTable('artifacts', {
  entryId: entryKey(),
  localName: text(),
  description: text(),
  materials: text().array().notNull().default(sql`'{}'::text[]`),
  use: text(),
  maker: text(),
  period: text(),
  dimensions: text(),
  heldAt: text(),
})
