import { and, eq } from 'drizzle-orm'
import { oneOf } from '#content/entry/list/reads.ts'
import { ById, Removed } from '#content/entry/schema.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'
import { addsUnlisted } from '#content/entry/visibility/unlisted.ts'
import { attachFiles, claimFile, releaseFiles } from '#content/media/claim.ts'
import { namedVoice } from '#content/media/named-files.ts'
import { discardFiles } from '#content/media/removal.ts'
import { audit } from '#core/audit.ts'
import type { Context } from '#core/context.ts'
import { Conflict, existing, Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { isWord, voicesOf } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { NewPronunciation, PronunciationById, Pronunciations } from '../schema.ts'
import { pronunciations, vocabulary } from '../table.ts'
import { mayDeletePronunciation } from './policy.ts'

const requireWord = oneOf('word_to_hear', ({ db }) =>
  db.select({ id: entries.id }).from(entries).innerJoin(vocabulary, eq(vocabulary.entryId, entries.id)).$dynamic(),
)

/**
 * Recordings of words. Any member can record a word that they may read and that isn't hidden, under their own name.
 * Recordings don't affect a keeper's confirmation, which is about the text.
 */
export const pronouncing = {
  listPronunciations: operation('GET', '/vocabulary/:id/pronunciations', 'public', {
    summary: 'List the recordings of a word, oldest first',
    input: ById,
    output: Pronunciations,
    async handler(ctx, { id }) {
      await requireWord(ctx, id)
      return { items: await voicesOf(ctx.db, ctx.viewer, id) }
    },
  }),

  addPronunciation: operation('POST', '/vocabulary/:id/pronunciations', 'member', {
    summary: 'Add your recording of a word, in place of your earlier one',
    input: NewPronunciation,
    output: Pronunciations,
    status: 201,
    files: ({ fileUrl }) => namedVoice('fileUrl', fileUrl),
    async handler(ctx, { id, fileUrl }) {
      const word = await lockWord(ctx, id)
      if (word.state === 'hidden') throw new Conflict(refusals.hiddenWord, 'hidden')
      await pronounce(ctx, id, fileUrl, 'fileUrl')
      await audit(ctx, 'vocabulary:pronounce', id)
      ctx.contentChanged()
      return { items: await voicesOf(ctx.db, ctx.viewer, id) }
    },
  }),

  removePronunciation: operation('DELETE', '/vocabulary/:id/pronunciations/:pronunciationId', 'member', {
    summary: 'Delete a recording of a word, as its speaker, a keeper or a moderator',
    input: PronunciationById,
    output: Removed,
    async handler(ctx, { id, pronunciationId }) {
      await lockWord(ctx, id)
      const { fileId, entryId, speakerId, consentId } = pronunciations
      const condition = and(eq(fileId, pronunciationId), eq(entryId, id))
      const [row] = await ctx.db.select({ speakerId, consentId }).from(pronunciations).where(condition)
      if (!row) throw new NotFound()
      if (!mayDeletePronunciation(ctx.viewer, row)) throw new Forbidden(refusals.notYourRecording)
      await ctx.db.delete(pronunciations).where(condition)
      await discardFiles(ctx, [pronunciationId, ...(row.consentId ? [row.consentId] : [])])
      await audit(ctx, 'vocabulary:remove-pronunciation', id, { pronunciationId })
      ctx.contentChanged()
      return { id: pronunciationId }
    },
  }),
}

/**
 * Makes the caller's upload their recording of the word and replaces an earlier one. Throws NotFound for a word that
 * they may not read, and Invalid for the field `path` if the upload can't be used.
 */
export async function pronounce(ctx: Context, entryId: string, url: string, path: string): Promise<void> {
  const id = await claimFile(ctx, url, { path, kinds: ['audio'] })
  const unlisted = await addsUnlisted(ctx, await lockWord(ctx, entryId))
  const speakerId = ctx.viewer?.id ?? null
  await attachFiles(ctx, entryId, [id])
  const condition = and(eq(pronunciations.entryId, entryId), eq(pronunciations.speakerId, speakerId ?? ''))
  const before = await ctx.db.select({ id: pronunciations.fileId }).from(pronunciations).where(condition)
  await ctx.db
    .insert(pronunciations)
    .values({ fileId: id, entryId, speakerId, unlisted })
    .onConflictDoUpdate({ target: [pronunciations.entryId, pronunciations.speakerId], set: { fileId: id, unlisted } })
  await discardFiles(
    ctx,
    before.map((file) => file.id).filter((file) => file !== id),
  )
}

/** Releases the word's files except its picture and recordings. */
export async function keepFiles(ctx: Context, entryId: string, coverId: string | null): Promise<void> {
  const rows = await ctx.db
    .select({ id: pronunciations.fileId })
    .from(pronunciations)
    .where(eq(pronunciations.entryId, entryId))
  const fileIds = rows.map(({ id }) => id)
  await releaseFiles(ctx, entryId, coverId ? [coverId, ...fileIds] : fileIds)
}

/** Locks and returns a word, so that concurrent changes to its files wait. Throws NotFound if there is no such word. */
export async function lockWord(ctx: Context, id: string) {
  const [row] = await ctx.db
    .select({ coverId: entries.coverId, state: entries.state, authorId: entries.authorId })
    .from(entries)
    .where(and(isWord, eq(entries.id, id), readable(ctx.viewer)))
    .for('update')
  return existing(row)
}
