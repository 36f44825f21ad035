import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ImportedType } from '#content/entry/address.ts'
import { createdNow, id, instant, partOf } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import type { Language } from '#text/language.ts'
import type { Outcome, Problem, Settings, SourceInfo, Stage } from './schema.ts'

/** Imports of files. A finished import stays as a record of what it added. */
export const imports = pgTable(
  'imports',
  {
    id: id(),
    /** A content type that can be imported (`importables.ts`). */
    type: text().$type<ImportedType>().notNull(),
    fileName: text().notNull(),
    /** Size in bytes; null until the file arrives. The file is stored at `imports/<id>` until the import ends. */
    size: bigint({ mode: 'number' }),
    stage: text().$type<Stage>().notNull().default('waiting'),
    /** Counts the changes to how the file is read, so that a check with older settings stops. */
    version: integer().notNull().default(0),
    /** Progress of the current stage: bytes while checking, otherwise rows. */
    done: bigint({ mode: 'number' }).notNull().default(0),
    total: bigint({ mode: 'number' }).notNull().default(0),
    /** Reason why the file couldn't be checked, shown to the keeper. */
    failure: text(),
    isZip: boolean().notNull().default(false),
    found: jsonb().$type<SourceInfo>(),
    settings: jsonb().$type<Settings>().notNull(),
    fresh: integer().notNull().default(0),
    /** Rows that are used with notes on what was mended or left out. */
    noted: integer().notNull().default(0),
    present: integer().notNull().default(0),
    differing: integer().notNull().default(0),
    changed: integer().notNull().default(0),
    wrong: integer().notNull().default(0),
    added: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    /** Changed entries that the running undo removes as well. */
    undoing: jsonb().$type<{ also: string[] }>(),
    keeperId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    /** Language in which the problems are described. */
    language: text().$type<Language>().notNull(),
    createdAt: createdNow(),
    /** Time of the last progress. Work without recent progress was interrupted. */
    touchedAt: createdNow(),
    finishedAt: instant(),
  },
  (t) => [index('imports_newest').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())],
)

/** Rows of the file as they were read; `entryId` is the entry that a row added, equals or differs from. */
export const importRows = pgTable(
  'import_rows',
  {
    importId: partOf(() => imports.id),
    /** Number of the row as in a spreadsheet, where the header is row 1. */
    number: integer().notNull(),
    outcome: text().$type<Outcome>().notNull(),
    /** The data to add, or the shortened cells of a wrong row. */
    record: jsonb().$type<Record<string, unknown>>().notNull(),
    problems: jsonb().$type<Problem[]>(),
    entryId: uuid(),
    /** The cells of an existing entry that the row would change or has changed, by column. */
    before: jsonb().$type<Record<string, string>>(),
  },
  (t) => [
    primaryKey({ columns: [t.importId, t.number] }),
    index('import_rows_outcome').on(t.importId, t.outcome, t.number),
    check(
      'import_rows_outcomes',
      sql`${t.outcome} in ('fresh', 'present', 'differs', 'changed', 'wrong', 'added', 'kept', 'removed')`,
    ),
  ],
)
