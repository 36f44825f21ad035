import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { oneOf } from '#core/column.ts'
import { entries } from '../entry/table.ts'
import { type Section, sections } from './schema.ts'

/** The cover is the entry's (`coverId`), `media` its list of files; pictures in `body` are its own, too. */
export const heritage = pgTable(
  'heritage',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    section: text().$type<Section>().notNull(),
    summary: text(),
    /** Cleaned HTML. */
    body: text(),
    place: text(),
    /** Who tells it. */
    narrator: text(),
  },
  (t) => [index('heritage_section').on(t.section), oneOf('heritage_sections', t.section, sections)],
)
