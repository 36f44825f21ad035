import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { entries, entryKey } from '#content/entry/table.ts'
import { instant, oneOf } from '#core/column.ts'
import { type Conservation, conditions, phases } from './schema.ts'

/** A conservation record; its pictures, before and after, are the entry's files. */
export const conservation = pgTable(
  'conservation',
  {
    entryId: entryKey(),
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
