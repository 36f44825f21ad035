import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'

/** Messages from the contact form to the keepers. They are deleted after 180 days, or with their sender's account. */
export const messages = pgTable(
  'contact_messages',
  {
    id: id(),
    name: text(),
    email: text(),
    phone: text(),
    message: text().notNull(),
    /** The sender, if they were logged in. */
    accountId: uuid().references(() => accounts.id, { onDelete: 'cascade' }),
    answeredBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    answeredAt: instant(),
    createdAt: createdNow(),
  },
  (t) => [index('contact_messages_newest').on(t.createdAt, t.id), index().on(t.accountId)],
)
