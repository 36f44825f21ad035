import { and, eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { refusals as ofEntries } from '#content/entry/refusals.ts'
import type { Context, Viewer } from '#core/context.ts'
import { Forbidden, Invalid, NotFound } from '#core/errors.ts'
import { hasRole } from '#core/permission.ts'
import { readable } from '../entry/queries.ts'
import type { State, Visibility } from '../entry/schema.ts'
import { entries } from '../entry/table.ts'
import { sortKey } from './alphabet.ts'
import { type Forms, fold, nearKeys, terms, wordsIn } from './fold.ts'
import { isWord } from './queries.ts'
import { refusals } from './refusals.ts'
import type { NewWord } from './schema.ts'
import { vocabulary, vocabularyTerms, vocabularyWords } from './table.ts'

type Said = Omit<typeof vocabulary.$inferInsert, 'entryId' | 'sortKey'>
type Change = Partial<Omit<NewWord, 'state' | 'visibility' | 'pronunciation' | 'picture'>>
type Standing = { state?: State | undefined; visibility?: Visibility | undefined; reason?: string | undefined }

/** Inserts words whose entries exist, with what search needs of them. */
export async function insertWords(db: NodePgDatabase, words: (Said & { entryId: string })[]) {
  if (words.length === 0) return
  await db.insert(vocabulary).values(words.map((word) => ({ ...word, sortKey: sortKey(word.marakwet) })))
  await insertTerms(db, words)
}

/** Changes what is said of a word; answers it as it is now. What a keeper confirmed, only a keeper's hand leaves so. */
export async function changeWord({ db, viewer }: Context, entryId: string, change: Change) {
  const [before] = await db.select().from(vocabulary).where(eq(vocabulary.entryId, entryId))
  if (!before) throw new NotFound()
  const said = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as Change
  if (Object.keys(said).length === 0) return before
  const after = { ...before, ...said, ...(!hasRole(viewer, 'keeper') && { confirmed: false }) }
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
  await db.insert(vocabularyTerms).values(rows)
  // in one order, so that two writers of the same new words wait for each other and do not lock up
  const known = wordsIn(rows).sort()
  await db
    .insert(vocabularyWords)
    .values(known.map((word) => ({ word, near: nearKeys(word) })))
    .onConflictDoNothing()
}

/** What the search over all content finds the word by: both spellings of the form, and the English. */
export function wordsOf({
  marakwet,
  english,
  meaning,
}: {
  marakwet: string
  english: string
  meaning?: string | null
}) {
  return [marakwet, fold(marakwet), english, meaning ?? ''].join(' ')
}

/** Throws Forbidden for what only keepers may set. */
export function refuseKeepersOnly(viewer: Viewer | null, { visibility, confirmed }: Standing & Change) {
  if (hasRole(viewer, 'keeper')) return
  if (visibility === 'keepers') throw new Forbidden(refusals.keepersAlone)
  if (confirmed) throw new Forbidden(refusals.confirm)
}

/**
 * The word's entry, locked, when the viewer may make this change: authors and keepers what is said, authors the state,
 * moderators hide and restore. Throws NotFound, Forbidden, and Invalid for hiding without a reason.
 */
export async function requireChangeable(
  ctx: Context,
  id: string,
  { state, visibility, reason, ...change }: Standing & Change & Pick<NewWord, 'pronunciation' | 'picture'>,
) {
  const entry = await lock(ctx, id)
  const author = entry.authorId === ctx.viewer?.id || hasRole(ctx.viewer, 'admin')
  const keeper = hasRole(ctx.viewer, 'keeper')
  const moderates = hasRole(ctx.viewer, 'moderator') && state !== undefined && state !== 'draft'
  const speaks = visibility !== undefined || Object.values(change).some((value) => value !== undefined)
  if (!author && (state !== undefined ? !moderates : !keeper)) throw new Forbidden(ofEntries.notYours)
  if (!author && !keeper && speaks) throw new Forbidden(ofEntries.notYours)
  refuseKeepersOnly(ctx.viewer, { visibility, ...change })
  if (visibility && visibility !== entry.visibility && entry.visibility === 'keepers' && !keeper)
    throw new Forbidden(refusals.narrowed)
  if (state === 'hidden') {
    if (!moderates) throw new Forbidden(refusals.hide)
    if (!reason) throw new Invalid(undefined, [{ path: 'reason', message: ofEntries.sayWhy }])
  }
  if (state)
    await ctx.db
      .update(entries)
      .set({ hiddenReason: state === 'hidden' ? reason : null })
      .where(eq(entries.id, id))
  return entry
}

/** The word's entry, locked, for its author, an admin, or a keeper where it has no author (it was imported). */
export async function requireRemovable(ctx: Context, id: string) {
  const entry = await lock(ctx, id)
  const mine = entry.authorId === ctx.viewer?.id || hasRole(ctx.viewer, 'admin')
  if (!mine && !(entry.authorId === null && hasRole(ctx.viewer, 'keeper'))) throw new Forbidden(ofEntries.notYours)
  return entry
}

async function lock({ db, viewer }: Context, id: string) {
  const { type, title, state, visibility, authorId, coverId, publishedAt } = entries
  const [row] = await db
    .select({ id: entries.id, type, title, state, visibility, authorId, coverId, publishedAt })
    .from(entries)
    .where(and(isWord, eq(entries.id, id), readable(viewer)))
    .for('update')
  if (!row) throw new NotFound()
  return row
}
