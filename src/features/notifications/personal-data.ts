import { and, desc, eq, isNull, or } from 'drizzle-orm'
import type { PersonalData } from '#accounts/personal-data.ts'
import { notifications } from '#content/entry/notification/table.ts'
import { titleFor } from '#content/entry/personal-data.ts'
import { entries } from '#content/entry/table.ts'
import { readable } from '#content/entry/visibility/rules.ts'

/** Notifications don't have to be deleted separately: they are deleted with the account's row. */
export const personalData: PersonalData = {
  files: {
    'notifications.json': (db, viewer) => {
      const { kind, count, title: message, path, createdAt, newestAt, readAt } = notifications
      return db
        .select({ kind, count, title: titleFor(viewer), message, path, createdAt, newestAt, readAt })
        .from(notifications)
        .leftJoin(entries, eq(entries.id, notifications.entryId))
        .where(and(eq(notifications.accountId, viewer.id), or(isNull(notifications.entryId), readable(viewer))))
        .orderBy(desc(newestAt), desc(notifications.id))
    },
  },
}
