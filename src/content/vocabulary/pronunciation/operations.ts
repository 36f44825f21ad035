import { and, eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Conflict, Forbidden, NotFound } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { hasRole } from '#core/permission.ts'
import { audit, readable } from '../../entry/queries.ts'
import { ById, Removed } from '../../entry/schema.ts'
import { entries } from '../../entry/table.ts'
import { attachFiles, claimFile, releaseFiles } from '../../media/claim.ts'
import { discardFiles } from '../../media/removal.ts'
import { isWord, voicesOf } from '../queries.ts'
import { refusals } from '../refusals.ts'
import { NewPronunciation, PronunciationById, Pronunciations } from '../schema.ts'
import { pronunciations } from '../table.ts'

/**
 * Words said aloud: any member may give theirs to any word they may read, and it keeps their name. It says nothing about
 * what a keeper confirmed, which is what is written of the word.
 */
export const pronouncing = {
  listPronunciations: operation({
    method: 'GET',
    path: '/vocabulary/:id/pronunciations',
    permission: 'public',
    summary: 'Every recording of a word, the first first',
    input: ById,
    output: Pronunciations,
    async handler(ctx, { id }) {
      if ((await selectWord(ctx, id)).length === 0) throw new NotFound()
      return { items: await voicesOf(ctx.db, id) }
    },
  }),

  addPronunciation: operation({
    method: 'POST',
    path: '/vocabulary/:id/pronunciations',
    permission: 'member',
    summary: 'Say a word: your recording of it, in place of one you gave before',
    input: NewPronunciation,
    output: Pronunciations,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, { id, fileUrl }) {
      const word = await lockWord(ctx, id)
      if (word.state === 'hidden') throw new Conflict(refusals.hiddenWord, 'hidden')
      await pronounce(ctx, id, fileUrl, 'fileUrl')
      await audit(ctx, 'vocabulary:pronounce', id)
      ctx.contentChanged()
      return { items: await voicesOf(ctx.db, id) }
    },
  }),

  removePronunciation: operation({
    method: 'DELETE',
    path: '/vocabulary/:id/pronunciations/:pronunciationId',
    permission: 'member',
    summary: 'Take a recording away: who gave it, keepers, moderators',
    input: PronunciationById,
    output: Removed,
    async handler(ctx, { id, pronunciationId }) {
      await lockWord(ctx, id)
      const { fileId, entryId, speakerId } = pronunciations
      const wanted = and(eq(fileId, pronunciationId), eq(entryId, id))
      const [row] = await ctx.db.select({ speakerId }).from(pronunciations).where(wanted)
      if (!row) throw new NotFound()
      const answerable = hasRole(ctx.viewer, 'keeper') || hasRole(ctx.viewer, 'moderator')
      if (row.speakerId !== ctx.viewer?.id && !answerable) throw new Forbidden(refusals.notYourRecording)
      await ctx.db.delete(pronunciations).where(wanted)
      await discardFiles(ctx, [pronunciationId])
      await audit(ctx, 'vocabulary:remove-pronunciation', id, { pronunciationId })
      ctx.contentChanged()
      return { id: pronunciationId }
    },
  }),
}

/** Makes the caller's upload their recording of the word, in place of an earlier one. Throws Invalid at `path`. */
export async function pronounce(ctx: Context, entryId: string, url: string, path: string): Promise<void> {
  const id = await claimFile(ctx, url, { path, kinds: ['audio'] })
  await lockWord(ctx, entryId)
  const speakerId = ctx.viewer?.id ?? null
  await attachFiles(ctx, entryId, [id])
  const said = and(eq(pronunciations.entryId, entryId), eq(pronunciations.speakerId, speakerId ?? ''))
  const before = await ctx.db.select({ id: pronunciations.fileId }).from(pronunciations).where(said)
  await ctx.db
    .insert(pronunciations)
    .values({ fileId: id, entryId, speakerId })
    .onConflictDoUpdate({ target: [pronunciations.entryId, pronunciations.speakerId], set: { fileId: id } })
  await discardFiles(
    ctx,
    before.map((file) => file.id).filter((file) => file !== id),
  )
}

/** Lets go of what the word no longer shows: all but its picture and its recordings. */
export async function keepFiles(ctx: Context, entryId: string, coverId: string | null): Promise<void> {
  const said = await ctx.db
    .select({ id: pronunciations.fileId })
    .from(pronunciations)
    .where(eq(pronunciations.entryId, entryId))
  const kept = said.map(({ id }) => id)
  await releaseFiles(ctx, entryId, coverId ? [coverId, ...kept] : kept)
}

/** The word, locked, so that two who change its files wait for each other. Throws NotFound. */
async function lockWord(ctx: Context, id: string) {
  const [row] = await selectWord(ctx, id).for('update')
  if (!row) throw new NotFound()
  return row
}

function selectWord({ db, viewer }: Context, id: string) {
  return db
    .select({ coverId: entries.coverId, state: entries.state })
    .from(entries)
    .where(and(isWord, eq(entries.id, id), readable(viewer)))
}
