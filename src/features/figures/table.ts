import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * What is added up by day: pages opened by route; requests, those slower than a second and those that failed, by
 * operation; jobs by name; mails.
 */
export type Kind = 'visit' | 'request' | 'slow' | 'error' | 'job' | 'job-failed' | 'mail' | 'mail-failed'

/** What happened, as sums that name nobody: `name` is a word of the program. Every instance adds to the same rows. */
export const dailySums = pgTable(
  'daily_sums',
  {
    /** On Nairobi's clocks. */
    day: date({ mode: 'string' }).notNull(),
    kind: text().$type<Kind>().notNull(),
    name: text().notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.day, t.name] })],
)
