import { eq, inArray, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PersonalData } from '#accounts/personal-data.ts'
import { titleFor } from '#content/entry/personal-data.ts'
import { entries } from '#content/entry/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { articleLikes, articles } from './table.ts'

export const personalData: PersonalData = {
  files: { 'likes.json': likesOf },
  leave: forgetLikesOf,
}

function likesOf(db: NodePgDatabase, viewer: Viewer) {
  return db
    .select({ entryId: articleLikes.entryId, title: titleFor(viewer), likedAt: articleLikes.createdAt })
    .from(articleLikes)
    .innerJoin(entries, eq(entries.id, articleLikes.entryId))
    .where(eq(articleLikes.accountId, viewer.id))
    .orderBy(articleLikes.createdAt)
}

/** Removes every like of an account before the account is deleted. */
async function forgetLikesOf({ db }: Context, accountId: string): Promise<void> {
  const liked = db.select({ id: articleLikes.entryId }).from(articleLikes).where(eq(articleLikes.accountId, accountId))
  await db
    .update(articles)
    .set({ likes: sql`${articles.likes} - 1` })
    .where(inArray(articles.entryId, liked))
  await db.delete(articleLikes).where(eq(articleLikes.accountId, accountId))
}
