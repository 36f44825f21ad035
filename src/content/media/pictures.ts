import { eq } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { entries } from '../entry/table.ts'
import { releaseFiles, setFileList } from './claim.ts'

type Picture = { url: string; alt: string; role?: 'before' | 'after' | null | undefined }

/** Gives a new entry its pictures, the first of them as its cover. Throws Invalid at `images.0.url`. */
export async function addPictures(ctx: Context, entryId: string, images: readonly Picture[]): Promise<void> {
  const [coverId] = await setPictures(ctx, entryId, images)
  if (coverId) await ctx.db.update(entries).set({ coverId }).where(eq(entries.id, entryId))
}

/**
 * Makes these the pictures of an entry and lets go of those it had; undefined leaves them. Answers the cover for
 * `updateEntry`. Throws Invalid at `images.0.url`.
 */
export async function changePictures(ctx: Context, entryId: string, images: readonly Picture[] | undefined) {
  if (!images) return undefined
  const ids = await setPictures(ctx, entryId, images)
  await releaseFiles(ctx, entryId, ids)
  return ids[0] ?? null
}

function setPictures(ctx: Context, entryId: string, images: readonly Picture[]): Promise<string[]> {
  const list = images.map(({ alt, ...image }) => ({ ...image, label: alt }))
  return setFileList(ctx, entryId, list, { path: 'images', kinds: ['image'] })
}
