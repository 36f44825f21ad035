import { eq } from 'drizzle-orm'
import type { PersonalData } from '#accounts/personal-data.ts'
import { discardFiles } from '#content/media/removal.ts'
import { pronunciations } from '../table.ts'

export const personalData: PersonalData = {
  async leave(ctx, accountId, choice) {
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
