import { eq } from 'drizzle-orm'
import type { PersonalData } from '#accounts/personal-data.ts'
import { messages } from './table.ts'

/** Messages that the member sent while logged in. They are deleted with the account. */
export const personalData: PersonalData = {
  files: {
    'messages.json': (db, viewer) => {
      const { name, email, phone, message, createdAt, answeredAt } = messages
      return db
        .select({ name, email, phone, message, createdAt, answeredAt })
        .from(messages)
        .where(eq(messages.accountId, viewer.id))
        .orderBy(createdAt)
    },
  },
}
