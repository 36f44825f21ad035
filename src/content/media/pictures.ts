import { eq } from 'drizzle-orm'
import { entries } from '#content/entry/table.ts'
import type { Context } from '#core/context.ts'
import { releaseFiles, setFileList } from './claim.ts'

type Picture = { url: string; alt: string; role?: 'before' | 'after' | null | undefined }

/** Adds pictures to a new entry, the first as its cover. Throws Invalid at a picture's field (`images.0.url`). */
export async function addPictures(ctx: Context, entryId: string, images: readonly Picture[]): Promise<void> {
  const [coverId] = await setPictures(ctx, entryId, images)
  if (coverId) await ctx.db.update(entries).set({ coverId }).where(eq(entries.id, entryId))
}

/**
 * Replaces the pictures of an entry; undefined keeps them. Returns the cover for `updateEntry`. Throws Invalid at a
 * picture's field, such as `images.0.url`.
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
