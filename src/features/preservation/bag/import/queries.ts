import { and, arrayOverlaps, eq, getTableColumns, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { ledger } from '#content/entry/consent/table.ts'
import { entries, groups } from '#content/entry/table.ts'
import { touchedSince } from '#content/entry/write/bulk.ts'
import { addLanguage, siteLanguage } from '#content/language/queries.ts'
import type { Language } from '#content/language/schema.ts'
import { askForCopies } from '#content/media/copies/copies.ts'
import { mediaJobs } from '#content/media/job-types.ts'
import { noteIngestion } from '#content/media/receive/events.ts'
import { originalKey } from '#content/media/receive/upload-address.ts'
import { files, media } from '#content/media/table.ts'
import { insertWords } from '#content/vocabulary/change.ts'
import { imported as words } from '#content/vocabulary/importable.ts'
import { readLetters, writeLetters } from '#content/vocabulary/letters/queries.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { JobContext } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import type { EntryRecord } from '../metadata.ts'
import { BadBag } from '../open.ts'
import type { Row } from '../queries.ts'
import { refusals } from '../refusals.ts'
import type { Stored } from './files.ts'

type Inside = Pick<JobContext, 'db' | 'addJob'>

/** Returns whether an entry already has a file with this hash. */
export async function isStoredHere(db: NodePgDatabase, sha256: string): Promise<boolean> {
  const [one] = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.sha256, sha256), isNotNull(files.entryId)))
    .limit(1)
  return one !== undefined
}

/** Returns why an entry of a bag is not imported, or undefined if it can be. */
export async function standsAgainst(
  db: NodePgDatabase,
  id: string,
  hashes: string[],
): Promise<'alreadyHere' | 'keptAway' | undefined> {
  const withdrawn = hashes.length ? and(eq(ledger.act, 'withdrawn'), arrayOverlaps(ledger.hashes, hashes)) : undefined
  const [line] = await db
    .select({ id: ledger.id })
    .from(ledger)
    .where(or(eq(ledger.entryId, id), withdrawn))
    .limit(1)
  if (line) return 'keptAway'
  const [here] = await db.select({ id: entries.id }).from(entries).where(eq(entries.id, id))
  return here && 'alreadyHere'
}

/**
 * Deletes words of the published lists unless someone has changed them here, so that the bag's copies can replace them:
 * both sites imported these lists under different ids. Returns the source ids of the words that stay.
 */
export async function makeRoomForWords(db: NodePgDatabase, sourceIds: string[]): Promise<Set<string>> {
  const sameSource = inArray(vocabulary.sourceId, sourceIds)
  const select = sql`select ${vocabulary.entryId} from ${vocabulary} where ${sameSource}`
  const changedIds = await touchedSince(db, select, words.tables)
  // The ledger doesn't record this, because the transaction inserts these words again from the bag.
  await db.delete(entries).where(and(sql`${entries.id} in (${select})`, sql`${entries.id} not in (${changedIds})`))
  const remaining = await db.select({ sourceId: vocabulary.sourceId }).from(vocabulary).where(sameSource)
  return new Set(remaining.flatMap(({ sourceId }) => sourceId ?? []))
}

/** Inserts a disabled account for each person in a bag who has no account on this site. */
export async function insertPeople(db: NodePgDatabase, people: { id: string; name: string }[]): Promise<void> {
  for (const { id, name } of people)
    await db
      .insert(accounts)
      .values({
        ...{ id, name, email: `${id}@people.invalid` },
        ...{ admittedAt: null, disabledAt: sql`now()`, disabledReason: 'Imported with an archive' },
      })
      .onConflictDoNothing()
}

/** Inserts a bag's groups, without members. A group whose name is taken gets another name. */
export async function insertGroups(db: NodePgDatabase, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const [existing] = await db
      .select({ id: groups.id })
      .from(groups)
      .where(and(eq(groups.name, String(row.name)), ne(groups.id, String(row.id))))
    await insertRows(
      db,
      'groups',
      [existing ? { ...row, name: `${row.name} (${String(row.id).slice(-8)})` } : row],
      true,
    )
  }
}

/** Imports the letters of a bag unless keepers have set their own. */
export async function takeLetters(db: NodePgDatabase, letters: string[][]): Promise<void> {
  const { version } = await readLetters(db)
  if (version === 1) await writeLetters(db, letters as Parameters<typeof writeLetters>[1])
}

/**
 * Inserts rows of a bag by column name; columns that no row has get their defaults. Throws BadBag for unknown columns.
 * @param unlessThere whether to skip rows whose key exists already
 */
export async function insertRows(db: NodePgDatabase, table: string, rows: Row[], unlessThere = false): Promise<void> {
  if (rows.length === 0) return
  const columns = await columnsOf(db, table)
  const columnNames = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (!columnNames.every((name) => columns.has(name))) throw new BadBag(refusals.newer)
  const list = sql.raw(columnNames.map((name) => `"${name}"`).join(', '))
  const into = sql.raw(`"${table}"`)
  const onConflict: SQL = unlessThere ? sql`on conflict do nothing` : sql``
  await db.execute(sql`insert into ${into} (${list})
    select ${list} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb) ${onConflict}`)
}

async function columnsOf(db: NodePgDatabase, table: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`select attname as name from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped`)
  return new Set(rows.map(({ name }) => name))
}

/** Inserts entries of a bag; their search columns are computed at the end (`refold`). */
export function insertEntryRows(db: NodePgDatabase, rows: Row[]): Promise<void> {
  return insertRows(
    db,
    'entries',
    rows.map((row) => ({ ...row, search: '', folding: 0 })),
  )
}

/** Inserts words with sort keys of this site's alphabet, and their search terms. */
export async function insertWordRows(db: NodePgDatabase, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  if (!rows.every((row) => Object.keys(row).every((name) => wordColumns.has(name)))) throw new BadBag(refusals.newer)
  const words = rows.map((row) => {
    const named = Object.entries(row).map(([name, value]) => [wordColumns.get(name), value ?? undefined])
    return Object.fromEntries(named) as typeof vocabulary.$inferInsert
  })
  await insertWords(db, words)
}

/** The columns of words in the database, and their names in code. */
const wordColumns = new Map(
  Object.keys(getTableColumns(vocabulary)).map((name) => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name,
  ]),
)

/**
 * Adds the languages of a bag that this site doesn't have. Returns a function that sets a row's language to the tag
 * that the language has here. Rows of earlier bags have no language, and get the site's own.
 */
export async function takeLanguages(db: NodePgDatabase, languages: Language[]) {
  const tags = new Map<unknown, string>()
  for (const language of languages) tags.set(language.tag, await addLanguage(db, language))
  const own = await siteLanguage(db)
  const { rows } = await db.execute<{ name: string }>(sql`select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'languages'::regclass`)
  const tables = new Set(rows.map(({ name }) => name))
  return (table: string, row: Row): Row =>
    tables.has(table) ? { ...row, language: tags.get(row.language) ?? row.language ?? own } : row
}

/** Returns those of the ids that belong to existing entries. */
export async function areHere(db: NodePgDatabase, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(sql`${entries.id} = any(${sql.param(ids)}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

type NewPost = Stored & { id: string; entryId: string; name: string; description: string }

/** Inserts the media of existing entries, each with its file. */
export async function insertMedia(db: NodePgDatabase, posts: NewPost[]): Promise<void> {
  for (const { description, ...file } of posts) {
    await db.insert(files).values({ ...file, storedAt: new Date().toISOString() })
    await noteIngestion(db, { ...file, uploaderId: null })
    await db.insert(media).values({ entryId: file.entryId, fileId: file.id, description, tags: [] })
  }
}

/** Queues jobs that make the smaller copies of imported originals. */
export async function askForAllCopies(ctx: Inside, list: { id: string; kind: string }[]): Promise<void> {
  for (const { id, kind } of list)
    if (kind === 'image') await mediaJobs.variants.add(ctx, { fileId: id })
    else await askForCopies(ctx, id)
}

type Original = { file: EntryRecord['files'][number]; stored: Stored | undefined }

/** Inserts the rows of originals, and marks an original as missing if the bag doesn't contain its bytes. */
export async function insertFiles(db: NodePgDatabase, originals: Original[]): Promise<void> {
  const rows = originals.map(({ file: { path: _, damage, ...row }, stored }): Row => {
    const { storageKey = originalKey(row.id), kind = row.kind, contentType = row.content_type } = stored ?? {}
    const damageHere = stored ? damage : 'missing'
    return {
      ...row,
      kind,
      content_type: contentType,
      storage_key: storageKey,
      damage: damageHere,
      variants: [],
      percent: 0,
    }
  })
  await insertRows(db, 'files', rows)
  for (const { file, stored } of originals)
    if (stored) await noteIngestion(db, { ...stored, id: file.id, uploaderId: null })
}
