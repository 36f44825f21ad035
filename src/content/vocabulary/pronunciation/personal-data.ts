import { eq } from 'drizzle-orm'
import type { PersonalData } from '#accounts/personal-data.ts'
import { discardFiles } from '#content/media/removal.ts'
import { removeAsks } from '../ask/operations.ts'
import { asks, pronunciations, vocabulary } from '../table.ts'

export const personalData: PersonalData = {
  files: {
    'asks.json': (db, viewer) =>
      db
        .select({ word: vocabulary.form, createdAt: asks.createdAt, answeredAt: asks.answeredAt })
        .from(asks)
        .innerJoin(vocabulary, eq(vocabulary.entryId, asks.entryId))
        .where(eq(asks.askerId, viewer.id))
        .orderBy(asks.createdAt),
  },
  async leave(ctx, accountId, choice) {
    await removeAsks(ctx, eq(asks.askerId, accountId))
    if (choice === 'keep') return
    const removed = await ctx.db
      .delete(pronunciations)
      .where(eq(pronunciations.speakerId, accountId))
      .returning({ id: pronunciations.fileId })
    await discardFiles(
      ctx,
      removed.map((file) => file.id),
    )
  },
}
