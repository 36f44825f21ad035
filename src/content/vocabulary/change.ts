import { eq, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Context } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { hasRole } from '#core/permission.ts'
import type { StandingChange } from '../entry/audience.ts'
import { type Forms, glosses, nearKeys, terms, wordsIn } from './fold.ts'
import { holdAlphabet } from './letters/queries.ts'
import { refusals } from './refusals.ts'
import type { NewWord } from './schema.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

type Said = Omit<typeof vocabulary.$inferInsert, 'entryId' | 'sortKey'>
type Change = Partial<Omit<NewWord, keyof StandingChange | 'pronunciation' | 'picture' | 'confirmed'>>

/** Inserts words whose entries exist, with what search needs of them. */
export async function insertWords(db: NodePgDatabase, words: (Said & { entryId: string })[]) {
  if (words.length === 0) return
  const { sortKey } = await holdAlphabet(db)
  await db.insert(vocabulary).values(words.map((word) => ({ ...word, sortKey: sortKey(word.marakwet) })))
  await insertTerms(db, words)
}

/** Changes what is said of a word; answers it as it is now. */
export async function changeWord({ db }: Context, entryId: string, change: Change) {
  const [before] = await db.select().from(vocabulary).where(eq(vocabulary.entryId, entryId))
  if (!before) throw new NotFound()
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Change
  if (Object.keys(said).length === 0) return before
  const { sortKey } = await holdAlphabet(db)
  const after = { ...before, ...said }
  const { entryId: _, lot, ...columns } = { ...after, sortKey: sortKey(after.marakwet) }
  await db.update(vocabulary).set(columns).where(eq(vocabulary.entryId, entryId))
  await db.delete(vocabularyTerms).where(eq(vocabularyTerms.entryId, entryId))
  await insertTerms(db, [after])
  return after
}

async function insertTerms(db: NodePgDatabase, words: (Forms & { entryId: string })[]) {
  const found = words.map((word) => ({ entryId: word.entryId, terms: terms(word) }))
  const rows = found.flatMap(({ entryId, terms }) => terms.map((term) => ({ entryId, ...term })))
  if (rows.length === 0) return
  // As JSON: an import brings hundreds of words at once, and a parameter for each of their terms costs more than they do.
  await db.execute(sql`insert into ${vocabularyTerms} (entry_id, inside, term)
    select t."entryId", t.inside, t.term
    from json_to_recordset(${JSON.stringify(rows)}::json) t ("entryId" uuid, inside boolean, term text)`)
  // in one order, so that two writers of the same new words wait for each other and do not lock up
  const known = wordsIn(rows).sort()
  await db.execute(sql`insert into ${vocabularyWords} (word, near)
    select w.word, w.near
    from json_to_recordset(${JSON.stringify(known.map((word) => ({ word, near: nearKeys(word) })))}::json)
      w (word text, near text[])
    on conflict do nothing`)
}

type Described = Pick<Said, 'english' | 'meaning' | 'example' | 'ipa' | 'dialect'>

/** What else the search over all content finds the word first by: its sound, and each of its meanings. */
export function namesOf({ english, ipa }: Pick<Described, 'english' | 'ipa'>): string[] {
  return [...(ipa ? [ipa] : []), ...glosses(english)]
}

/** What that search finds it by besides. */
export function wordsOf({ english, meaning, example, dialect }: Omit<Described, 'ipa'>): string {
  return [english, meaning, example?.marakwet, example?.english, dialect].filter(Boolean).join('\n')
}

/** Throws Forbidden: a word is confirmed by keepers alone. */
export function refuseConfirming({ viewer }: Context, confirmed: boolean | undefined) {
  if (confirmed && !hasRole(viewer, 'keeper')) throw new Forbidden(refusals.confirm)
}
