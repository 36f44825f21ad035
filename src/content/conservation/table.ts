import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOf } from '#core/column.ts'
import { entries } from '../entry/table.ts'
import { type Conservation, conditions, phases } from './schema.ts'

/** A record of the care of something; its pictures, before and after, are the entry's list of files. */
export const conservation = pgTable(
  'conservation',
  {
    entryId: uuid()
      .primaryKey()
      .references(() => entries.id, { onDelete: 'cascade' }),
    /** An entry of type artifact. */
    artifactId: uuid().references(() => entries.id, { onDelete: 'set null' }),
    condition: text().$type<Conservation['condition']>().notNull(),
    phase: text().$type<Conservation['phase']>().notNull(),
    threat: text(),
    treatment: text(),
    conservator: text(),
    startedAt: instant(),
    finishedAt: instant(),
  },
  (t) => [
    index().on(t.artifactId),
    oneOf('conservation_condition', t.condition, conditions),
    oneOf('conservation_phase', t.phase, phases),
    check('conservation_order', sql`${t.finishedAt} >= ${t.startedAt}`),
  ],
)
