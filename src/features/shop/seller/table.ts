import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accountKey, accounts, ofAccount } from '#core/tables.ts'

/** Sellers' instructions on how buyers pay and where they collect. */
export const sellerTerms = pgTable('seller_terms', {
  accountId: accountKey(),
  payTo: text().notNull(),
  collectAt: text().notNull(),
})

export const sellerRequests = pgTable(
  'seller_requests',
  {
    id: id(),
    accountId: ofAccount(),
    about: text().notNull(),
    state: text().$type<'asked' | 'granted' | 'refused'>().notNull().default('asked'),
    reason: text(),
    decidedBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    decidedAt: instant(),
    createdAt: createdNow(),
  },
  (t) => [
    uniqueIndex('seller_requests_asked').on(t.accountId).where(sql`${t.state} = 'asked'`),
    index('seller_requests_waiting').on(t.createdAt, t.id).where(sql`${t.state} = 'asked'`),
    index().on(t.accountId, t.id),
    index().on(t.decidedBy),
    check('seller_requests_state', sql`${t.state} in ('asked', 'granted', 'refused')`),
  ],
)
