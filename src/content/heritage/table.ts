import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { oneOf } from '#core/column.ts'
import { type Section, sections } from './schema.ts'

/** The cover is the entry's `coverId`, `media` its list of files; pictures in `body` belong to the entry, too. */
export const heritage = pgTable(
  'heritage',
  {
    entryId: entryKey(),
    section: text().$type<Section>().notNull(),
    summary: text(),
    /** Cleaned HTML. */
    body: text(),
    place: text(),
    narrator: text(),
  },
  (t) => [index('heritage_section').on(t.section), oneOf('heritage_sections', t.section, sections)],
)
