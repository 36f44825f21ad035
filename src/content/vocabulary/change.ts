import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { mayConfirm } from '#content/entry/policy.ts'
import { entries } from '#content/entry/table.ts'
import type { EntrySettingsChange } from '#content/entry/visibility/audience.ts'
import type { Context } from '#core/context.ts'
import { Forbidden, NotFound } from '#core/errors.ts'
import { lowestId } from '#core/id.ts'
import { folding } from '#text/fold.ts'
import { bothGlosses, type Forms, glosses, nearKeys, terms, wordsIn } from '#text/terms.ts'
import { kind } from './kind.ts'
import { holdAlphabet, writeSortKeys } from './letters/queries.ts'
import { refusals } from './refusals.ts'
import type { NewWord } from './schema.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

type Fields = Omit<typeof vocabulary.$inferInsert, 'entryId' | 'sortKey'>
type Change = Partial<Omit<NewWord, keyof EntrySettingsChange | 'pronunciation' | 'picture' | 'confirmed'>>

/** Inserts words, whose entries must already exist, and their search terms. */
export async function insertWords(db: NodePgDatabase, words: (Fields & { entryId: string })[]) {
  if (words.length === 0) return
  const { sortKey } = await holdAlphabet(db)
  await db.insert(vocabulary).values(words.map((word) => ({ ...word, sortKey: sortKey(word.form) })))
  await insertTerms(db, words)
}

/** Changes a word and returns its new row. Throws NotFound if there is no such word. */
export async function changeWord({ db }: Context, entryId: string, change: Change) {
  const [before] = await db.select().from(vocabulary).where(eq(vocabulary.entryId, entryId))
  if (!before) throw new NotFound()
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Change
  if (Object.keys(changed).length === 0) return before
  const { sortKey } = await holdAlphabet(db)
  const after = { ...before, ...changed }
  const { entryId: _, lot, ...columns } = { ...after, sortKey: sortKey(after.form) }
  await db.update(vocabulary).set(columns).where(eq(vocabulary.entryId, entryId))
  await db.delete(vocabularyTerms).where(eq(vocabularyTerms.entryId, entryId))
  await insertTerms(db, [after])
  return after
}

/** Number of words whose terms are written in one transaction. */
const batch = 200

/**
 * Writes the terms and sort keys of words again whose entries have an older folding, in batches. Run it before `refold`,
 * which marks the entries. Meanwhile the words can be read; those of a batch can't be changed until it is written.
 */
export async function refoldWords(db: NodePgDatabase): Promise<void> {
  for (let after: string | undefined = lowestId; after; ) {
    const from: string = after
    after = await db.transaction(async (tx) => {
      const { entryId, form, english, swahili, ipa } = vocabulary
      const { sortKey } = await holdAlphabet(tx)
      const words = await tx
        .select({ entryId, form, english, swahili, ipa })
        .from(vocabulary)
        .innerJoin(entries, eq(entries.id, entryId))
        .where(and(lt(entries.folding, folding), gt(entryId, from)))
        .orderBy(asc(entryId))
        .limit(batch)
        .for('update', { of: vocabulary })
      const ids = words.map((word) => word.entryId)
      if (ids.length === 0) return undefined
      await writeSortKeys(
        tx,
        words.map((word) => ({ id: word.entryId, key: sortKey(word.form) })),
      )
      await tx.delete(vocabularyTerms).where(inArray(vocabularyTerms.entryId, ids))
      await insertTerms(tx, words)
      return ids.at(-1)
    })
  }
}

async function insertTerms(db: NodePgDatabase, words: (Forms & { entryId: string })[]) {
  const termsByWord = words.map((word) => ({ entryId: word.entryId, terms: terms(word) }))
  const rows = termsByWord.flatMap(({ entryId, terms }) => terms.map((term) => ({ entryId, ...term })))
  if (rows.length === 0) return
  // The terms are passed as JSON, because an import inserts hundreds of words together and a parameter for each term
  // would cost more than the insert.
  await db.execute(sql`insert into ${vocabularyTerms} (entry_id, inside, term)
    select t."entryId", t.inside, t.term
    from json_to_recordset(${JSON.stringify(rows)}::json) t ("entryId" uuid, inside boolean, term text)`)
  // The words are sorted, so that concurrent writers of the same new words don't deadlock.
  const distinctWords = wordsIn(rows).sort()
  await db.execute(sql`insert into ${vocabularyWords} (word, near)
    select w.word, w.near
    from json_to_recordset(${JSON.stringify(distinctWords.map((word) => ({ word, near: nearKeys(word) })))}::json)
      w (word text, near text[])
    on conflict do nothing`)
}

type Described = Pick<Fields, 'english' | 'swahili' | 'meaning' | 'example' | 'ipa' | 'dialect'>

/** Returns other names by which the general search ranks the word high: its IPA, and each of its translations. */
export function namesOf({ ipa, ...word }: Pick<Described, 'english' | 'swahili' | 'ipa'>): string[] {
  return [...(ipa ? [ipa] : []), ...glosses(bothGlosses(word))]
}

/** Returns the other texts by which the general search finds the word. */
export function wordsOf({ meaning, example, dialect, ...word }: Omit<Described, 'ipa'>): string {
  return [bothGlosses(word), meaning, example?.form, example?.english, dialect].filter(Boolean).join('\n')
}

/** Throws Forbidden if the input confirms the word but the viewer may not do so. */
export function refuseConfirming({ viewer }: Context, confirmed: boolean | undefined) {
  if (confirmed && !mayConfirm(viewer, kind)) throw new Forbidden(refusals.confirm)
}
