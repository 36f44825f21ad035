import { and, arrayOverlaps, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { touchedSince } from '#content/entry/bulk.ts'
import { ledger } from '#content/entry/consent/table.ts'
import { entries, groups } from '#content/entry/table.ts'
import { askForCopies } from '#content/media/copies.ts'
import { noteIngestion } from '#content/media/events.ts'
import { files, media } from '#content/media/table.ts'
import { originalKey } from '#content/media/upload.ts'
import { insertWords } from '#content/vocabulary/change.ts'
import { words } from '#content/vocabulary/importable.ts'
import { readLetters, writeLetters } from '#content/vocabulary/letters/queries.ts'
import { vocabulary } from '#content/vocabulary/table.ts'
import type { JobContext } from '#core/context.ts'
import { accounts } from '#core/tables.ts'
import { BadBag } from '../open.ts'
import type { Row } from '../queries.ts'
import type { EntryRecord } from '../record.ts'
import { refusals } from '../refusals.ts'
import type { Stored } from './files.ts'

type Inside = Pick<JobContext, 'db' | 'addJob'>

/** Whether an entry holds these bytes already. */
export async function isKeptHere(db: NodePgDatabase, sha256: string): Promise<boolean> {
  const [one] = await db
    .select({ id: files.id })
    .from(files)
    .where(and(eq(files.sha256, sha256), isNotNull(files.entryId)))
    .limit(1)
  return one !== undefined
}

/** Why an entry of a bag does not come in, or undefined. */
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
 * The published words that both sites loaded at their first start, under ids of their own: those that nobody has touched here
 * make room for the bag's, with what has come to hang on them. Answers the sources of those that stay.
 */
export async function makeRoomForWords(db: NodePgDatabase, sourceIds: string[]): Promise<Set<string>> {
  const same = inArray(vocabulary.sourceId, sourceIds)
  const select = sql`select ${vocabulary.entryId} from ${vocabulary} where ${same}`
  const touched = await touchedSince(db, select, words.tables)
  // Not a removal that the ledger has to know: the same word comes back with this very transaction.
  await db.delete(entries).where(and(sql`${entries.id} in (${select})`, sql`${entries.id} not in (${touched})`))
  const left = await db.select({ sourceId: vocabulary.sourceId }).from(vocabulary).where(same)
  return new Set(left.flatMap(({ sourceId }) => sourceId ?? []))
}

/** Who is named in a bag: an account that nobody can enter stands for each whom this site does not know. */
export async function insertPeople(db: NodePgDatabase, people: { id: string; name: string }[]): Promise<void> {
  for (const { id, name } of people)
    await db
      .insert(accounts)
      .values({
        ...{ id, name, email: `${id}@people.invalid` },
        ...{ admittedAt: null, disabledAt: sql`now()`, disabledReason: 'Came with an archive' },
      })
      .onConflictDoNothing()
}

/** Groups of a bag have no members here yet; one whose name is taken is another group, and gets another name. */
export async function insertGroups(db: NodePgDatabase, rows: Row[]): Promise<void> {
  for (const row of rows) {
    const [taken] = await db
      .select({ id: groups.id })
      .from(groups)
      .where(and(eq(groups.name, String(row.name)), ne(groups.id, String(row.id))))
    await insertRows(db, 'groups', [taken ? { ...row, name: `${row.name} (${String(row.id).slice(-8)})` } : row], true)
  }
}

/** Takes the letters of a bag where keepers have not set their own. */
export async function takeLetters(db: NodePgDatabase, letters: string[][]): Promise<void> {
  const { version } = await readLetters(db)
  if (version === 1) await writeLetters(db, letters as Parameters<typeof writeLetters>[1])
}

/**
 * Inserts rows as they stand in a bag, by the names of their columns; what a row does not say is the column's default.
 * Throws BadBag for a column that this version does not know.
 * @param unlessThere leaves alone what is there under the same key
 */
export async function insertRows(db: NodePgDatabase, table: string, rows: Row[], unlessThere = false): Promise<void> {
  if (rows.length === 0) return
  const columns = await columnsOf(db, table)
  const named = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  if (!named.every((name) => columns.has(name))) throw new BadBag(refusals.newer)
  const list = sql.raw(named.map((name) => `"${name}"`).join(', '))
  const into = sql.raw(`"${table}"`)
  const over: SQL = unlessThere ? sql`on conflict do nothing` : sql``
  await db.execute(sql`insert into ${into} (${list})
    select ${list} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb) ${over}`)
}

async function columnsOf(db: NodePgDatabase, table: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ name: string }>(sql`select attname as name from pg_attribute
    where attrelid = ${`"${table}"`}::regclass and attnum > 0 and not attisdropped`)
  return new Set(rows.map(({ name }) => name))
}

/** Entries as a bag has them; search is made anew at the end (`refold`). */
export function insertEntryRows(db: NodePgDatabase, rows: Row[]): Promise<void> {
  return insertRows(
    db,
    'entries',
    rows.map((row) => ({ ...row, search: '', folding: 0 })),
  )
}

/** Words with their places in this site's order of letters, and what its search needs of them. */
export async function insertWordRows(db: NodePgDatabase, rows: Row[]): Promise<void> {
  if (rows.length === 0) return
  const { rows: said } = await db.execute<{ id: string; word: typeof vocabulary.$inferInsert }>(sql`
    select v.entry_id as id, jsonb_build_object('marakwet', v.marakwet, 'english', v.english, 'meaning', v.meaning,
      'example', v.example, 'partOfSpeech', v.part_of_speech, 'dialect', v.dialect, 'ipa', v.ipa,
      'ipaApproximate', v.ipa_approximate, 'loan', v.loan, 'sourceId', v.source_id, 'source', v.source, 'lot', v.lot) as word
    from jsonb_populate_recordset(null::vocabulary, ${JSON.stringify(rows)}::jsonb) v`)
  await insertWords(
    db,
    said.map(({ id, word }) => ({ ...word, entryId: id })),
  )
}

/** Whether an entry is here: of this site, or already of the bag. */
export async function areHere(db: NodePgDatabase, ids: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: entries.id })
    .from(entries)
    .where(sql`${entries.id} = any(${sql.param(ids)}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

type NewPost = Stored & { id: string; entryId: string; name: string; description: string }

/** Posts of type media whose entries exist, each with its file. */
export async function insertMedia(db: NodePgDatabase, posts: NewPost[]): Promise<void> {
  for (const { description, ...file } of posts) {
    await db.insert(files).values({ ...file, storedAt: new Date().toISOString() })
    await noteIngestion(db, { ...file, uploaderId: null })
    await db.insert(media).values({ entryId: file.entryId, fileId: file.id, description, tags: [] })
  }
}

/** Queues the small copies of originals that have come. */
export async function askForAllCopies(ctx: Inside, list: { id: string; kind: string }[]): Promise<void> {
  for (const { id, kind } of list)
    if (kind === 'image') await ctx.addJob('media:variants', { fileId: id })
    else await askForCopies(ctx, id)
}

type Original = { file: EntryRecord['files'][number]; stored: Stored | undefined }

/** Rows of originals; one whose bytes a bag did not have is missing here, too, and says so. */
export async function insertFiles(db: NodePgDatabase, originals: Original[]): Promise<void> {
  const rows = originals.map(({ file: { path: _, damage, ...row }, stored }): Row => {
    const { storageKey = originalKey(row.id), kind = row.kind, contentType = row.content_type } = stored ?? {}
    const lacking = stored ? damage : 'missing'
    return {
      ...row,
      kind,
      content_type: contentType,
      storage_key: storageKey,
      damage: lacking,
      variants: [],
      percent: 0,
    }
  })
  await insertRows(db, 'files', rows)
  for (const { file, stored } of originals)
    if (stored) await noteIngestion(db, { ...stored, id: file.id, uploaderId: null })
}
