import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow } from '#core/column.ts'
import { sessions } from '#core/tables.ts'

/** The push address of a session's browser. It is deleted with the session, or earlier. */
export const pushSubscriptions = pgTable('push_subscriptions', {
  sessionId: uuid()
    .primaryKey()
    .references(() => sessions.id, { onDelete: 'cascade' }),
  /** An address at the browser maker's push service. Anyone who knows it and our private key can send to it. */
  endpoint: text().notNull().unique(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  createdAt: createdNow(),
})
