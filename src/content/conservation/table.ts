import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#core/column.ts'
import { entries } from '../entry/table.ts'

/** A record of the care of something; its pictures, before and after, are the entry's list of files. */
export const conservation = pgTable(
  'conservation',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    /** An entry of type artifact. */
    artifactId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    condition: text().$type<'good' | 'fair' | 'poor' | 'lost'>().notNull(),
    phase: text().$type<'planned' | 'under way' | 'done'>().notNull(),
    threat: text(),
    treatment: text(),
    conservator: text(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    index().on(t.artifactId),
    check('conservation_condition', sql`${t.condition} in ('good', 'fair', 'poor', 'lost')`),
    check('conservation_phase', sql`${t.phase} in ('planned', 'under way', 'done')`),
    check('conservation_order', sql`${t.finishedAt} >= ${t.startedAt}`),
  ],
)
