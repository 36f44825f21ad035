import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { sessions } from '#core/tables.ts'

/** Where the browser of a session takes pushes. It counts as long as the session does. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  sessionId: uuid()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** At the push service of the browser's maker. Whoever knows it can send there, if they have our key too. */
  endpoint: text().notNull().unique(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: createdNow(),
})
