import { eq } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { PersonalData } from '#accounts/personal-data.ts'
import { transcripts } from './table.ts'

export const personalData: PersonalData = {
  files: { 'transcripts.json': (db, { id }) => transcriptsOf(db, id) },
  async leave({ db }, accountId, choice) {
    if (choice === 'delete') await db.delete(transcripts).where(eq(transcripts.authorId, accountId))
  },
}

function transcriptsOf(db: NodePgDatabase, accountId: string) {
  const { entryId, language, text, translation, createdAt } = transcripts
  return db
    .select({ entryId, language, text, translation, createdAt })
    .from(transcripts)
    .where(eq(transcripts.authorId, accountId))
    .orderBy(createdAt)
}
