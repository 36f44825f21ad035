import { asc, eq, gt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { entries } from '#content/entry/table.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import type { Viewer } from '#core/context.ts'
import { siteState } from '#core/tables.ts'
import { vocabulary } from '../table.ts'
import { type Alphabet, alphabetOf, type Letters, other } from './alphabet.ts'

/** A migration inserts the first list, so there is always one. */
const isList = eq(siteState.name, 'vocabulary.letters')
/** Number of words whose sort keys are updated in one statement. */
const batch = 5000
const mostMissing = 20

function selectList(db: NodePgDatabase) {
  return db.select({ value: siteState.value, version: siteState.version }).from(siteState).where(isList).$dynamic()
}

function listOf([row]: Awaited<ReturnType<typeof selectList>>) {
  if (!row) throw new Error('the site has no letters')
  return { letters: row.value as Letters, version: row.version }
}

export async function readLetters(db: NodePgDatabase) {
  return listOf(await selectList(db))
}

/** Returns the letters and locks them for a change: nobody else writes a sort key until this transaction ends. */
export async function lockLetters(db: NodePgDatabase) {
  return listOf(await selectList(db).for('update'))
}

/** Returns the alphabet for code that writes sort keys: it can't change until this transaction ends. */
export async function holdAlphabet(db: NodePgDatabase): Promise<Alphabet> {
  return alphabetOf(listOf(await selectList(db).for('share')).letters)
}

export async function readAlphabet(db: NodePgDatabase): Promise<Alphabet> {
  return alphabetOf((await readLetters(db)).letters)
}

export async function writeLetters(db: NodePgDatabase, letters: Letters): Promise<void> {
  await db
    .update(siteState)
    .set({ value: letters, version: sql`${siteState.version} + 1` })
    .where(isList)
  await reorder(db, alphabetOf(letters))
}

async function reorder(db: NodePgDatabase, { sortKey }: Alphabet) {
  for (let after = ''; ; ) {
    const words = await db
      .select({ id: vocabulary.entryId, form: vocabulary.form })
      .from(vocabulary)
      .where(after ? gt(vocabulary.entryId, after) : undefined)
      .orderBy(asc(vocabulary.entryId))
      .limit(batch)
    await writeSortKeys(
      db,
      words.map(({ id, form }) => ({ id, key: sortKey(form) })),
    )
    const last = words.at(-1)
    if (!last || words.length < batch) return
    after = last.id
  }
}

/** Writes the sort keys of words that differ from these. */
export async function writeSortKeys(db: NodePgDatabase, keys: { id: string; key: string }[]): Promise<void> {
  await db.execute(sql`update ${vocabulary} set sort_key = k.key
    from json_to_recordset(${JSON.stringify(keys)}::json) k (id uuid, key text)
    where ${vocabulary.entryId} = k.id and ${vocabulary.sortKey} <> k.key`)
}

/** Returns the first characters of visible forms that begin with no letter of the list, at most 20. */
export async function missingLetters(db: NodePgDatabase, viewer: Viewer | null): Promise<string[]> {
  const { rows } = await db.execute<{ start: string }>(sql`
    select distinct substr(${vocabulary.sortKey}, 2, 1) as start
    from ${vocabulary} join ${entries} on ${entries.id} = ${vocabulary.entryId}
    where ${vocabulary.sortKey} >= ${other} and ${listed(viewer)} order by 1 limit ${mostMissing}`)
  return rows.map(({ start }) => start)
}
