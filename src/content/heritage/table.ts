import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { entries } from '../entry/table.ts'

/** The cover is the entry's (`coverId`), `media` its list of files; pictures in `body` are its own, too. */
export const heritage = pgTable(
  'heritage',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    section: text()
      .$type<'communication' | 'practice' | 'story' | 'social-structure' | 'ceremony' | 'ritual' | 'custom'>()
      .notNull(),
    summary: text(),
    /** Cleaned HTML. */
    body: text(),
    place: text(),
    /** Who tells it. */
    narrator: text(),
  },
  (t) => [
    index('heritage_section').on(t.section),
    check(
      'heritage_sections',
      sql`${t.section} in ('communication', 'practice', 'story', 'social-structure', 'ceremony', 'ritual', 'custom')`,
    ),
  ],
)
