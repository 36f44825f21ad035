import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import type { Language } from '#core/language.ts'
import { accounts } from '#core/tables.ts'
import type { Found, ImportedType, Outcome, Problem, Settings, Stage } from './schema.ts'

/** A file on its way into the archive, and afterwards the memory of what it brought. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    /** A content type that can be imported (`types.ts`). */
    type: text().$type<ImportedType>().notNull(),
    fileName: text().notNull(),
    /** Bytes; null until the file is here. Its bytes lie at `imports/<id>` until the import is done or given up. */
    size: bigint({ mode: 'number' }),
    stage: text().$type<Stage>().notNull().default('waiting'),
    /** Counts the changes of settings: a check that began with older ones ends. */
    version: integer().notNull().default(0),
    /** Of the stage under way: bytes while checking, rows else. */
    done: bigint({ mode: 'number' }).notNull().default(0),
    total: bigint({ mode: 'number' }).notNull().default(0),
    /** Why it could not be checked, for its keeper. */
    failure: text(),
    isZip: boolean().notNull().default(false),
    found: jsonb().$type<Found>(),
    settings: jsonb().$type<Settings>().notNull(),
    fresh: integer().notNull().default(0),
    present: integer().notNull().default(0),
    wrong: integer().notNull().default(0),
    added: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    /** Entries that were changed since and that the undo under way removes all the same. */
    undoing: jsonb().$type<{ also: string[] }>(),
    keeperId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** In which its problems are told. */
    language: text().$type<Language>().notNull(),
    createdAt: createdNow(),
    /** When a batch of it last ended: work that falls silent was cut off. */
    touchedAt: createdNow(),
    finishedAt: instant(),
  },
  (t) => [index('imports_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
)

/** A row of the file, as it was read. What it brought is `entryId`. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: uuid()
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    /** As a spreadsheet counts: the first is 1, and so a head. */
    number: integer().notNull(),
    outcome: text().$type<Outcome>().notNull(),
    /** What will be added; of a wrong row what it says, cut. */
    record: jsonb().$type<Record<string, unknown>>().notNull(),
    problems: jsonb().$type<Problem[]>(),
    entryId: uuid(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    index('import_rows_outcome').on(t.importId, t.outcome, t.number),
    check('import_rows_outcomes', sql`${t.outcome} in ('fresh', 'present', 'wrong', 'added', 'kept', 'removed')`),
  ],
)
