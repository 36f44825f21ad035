import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testSite } from './harness.ts'

// During a deploy the previous release runs on the migrated database, so migrations may only extend the schema; unused
// parts are removed one release later.

/** The last migration to which the rule doesn't apply. */
const lastExempt = 19
/** Exceptions: the beginning of a statement, and why the previous release doesn't need what it removes. */
const exceptions: { statement: string; why: string }[] = [
  {
    statement: 'ALTER TABLE "vocabulary" RENAME COLUMN "marakwet" TO "form"',
    why: 'the same migration adds a column with the old name, and triggers keep both equal for the previous release',
  },
  {
    statement: 'ALTER TABLE "import_rows" ADD CONSTRAINT "import_rows_outcomes"',
    why: 'the same migration drops the earlier form of this check: the new one allows two more outcomes',
  },
  ...['reports_entry_id_entries', 'reports_comment_id_comments', 'notifications_comment_id_comments'].map((name) => ({
    statement: `ALTER TABLE "${name.split('_')[0]}" ADD CONSTRAINT "${name}_id_fk"`,
    why: 'the same migration drops this foreign key: only what happens to the row on deletion changes',
  })),
]

const folder = join(import.meta.dirname, '../migrations')
const site = testSite()

const rules: [RegExp, string][] = [
  [/^drop (table|schema|type|view|function)\b/i, 'the previous release still reads it'],
  [/\bdrop (column|default)\b/i, 'the previous release still needs it'],
  [/\brename\b/i, 'the previous release still uses the old name'],
  [/\balter column\b.*\b(set not null|(set data )?type)\b/is, 'the previous release still writes the old values'],
  [/^alter table\b.*\badd column\b(?!.*\bdefault\b).*\bnot null\b/is, 'the previous release does not fill it'],
]
const narrowing =
  /^alter table (\S+) add constraint\b.*\b(check|unique|primary key|foreign key)\b|^create unique index\b.* on (\S+)/is

/** Returns why statements of a migration break the previous release. */
function narrowed(sql: string): string[] {
  const statements = sql.split(/--> statement-breakpoint|;\s*$/m).map((one) => one.replace(/--.*$/gm, '').trim())
  const fresh = (name = '') =>
    statements.some((one) =>
      new RegExp(`^(create table|alter table \\S+ add column) ${escaped(name)}(?=\\W|$)`, 'i').test(one),
    )
  return statements.flatMap((statement) => {
    if (statement === '' || exceptions.some((one) => statement.startsWith(one.statement))) return []
    const rule = rules.find(([pattern]) => pattern.test(statement))
    if (rule) return [`${statement}: ${rule[1]}`]
    const [, table, , indexed] = narrowing.exec(statement) ?? []
    const columns = [...statement.matchAll(/\(("[^)]+")\)/g)][0]?.[1]?.split(/,\s*/) ?? []
    const isNew = fresh(table ?? indexed) || (columns.length > 0 && columns.every(fresh))
    return (table || indexed) && !isNew ? [`${statement}: the previous release may write what it refuses`] : []
  })
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('migrations only extend the schema, because the previous release runs beside them', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && Number(name.slice(0, 4)) > lastExempt)
  expect(files.flatMap((name) => narrowed(readFileSync(join(folder, name), 'utf8')))).toEqual([])
})

test.each([
  ['ALTER TABLE "a" ADD COLUMN "b" text;', 0],
  [`ALTER TABLE "a" ADD COLUMN "b" text DEFAULT '' NOT NULL;`, 0],
  [
    'CREATE TABLE "a" (\n\t"b" text NOT NULL\n);--> statement-breakpoint\nCREATE UNIQUE INDEX "c" ON "a" USING btree ("b");',
    0,
  ],
  ['CREATE INDEX "c" ON "a" USING btree ("b");', 0],
  [
    'ALTER TABLE "a" ADD COLUMN "b" uuid;--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "public"."d"("id");',
    0,
  ],
  ['ALTER TABLE "a" ALTER COLUMN "b" DROP NOT NULL;', 0],
  ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 1],
  ['DROP TABLE "a" CASCADE;', 1],
  ['ALTER TABLE "a" DROP COLUMN "b";', 1],
  ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 1],
  ['ALTER TABLE "a" ALTER COLUMN "b" SET DATA TYPE integer;', 1],
  ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("a"."b" > 0);', 1],
  ['CREATE UNIQUE INDEX "c" ON "a" USING btree ("b");', 1],
])('%s', (sql, count) => {
  expect(narrowed(sql)).toHaveLength(count)
})

test('migrations/meta contains only the newest snapshot of the schema, because nothing reads older ones', () => {
  const snapshots = readdirSync(join(folder, 'meta')).filter((name) => name.endsWith('_snapshot.json'))
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'))
  expect(snapshots).toEqual([`${entries.at(-1).tag.slice(0, 4)}_snapshot.json`])
})

test('a new site has no statistics of empty tables, because its first import would read a table for each row', async () => {
  const { rows } = await site.db.execute(sql`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples = 0`)
  expect(rows).toEqual([])
})
