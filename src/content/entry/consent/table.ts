import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { entries } from '../table.ts'

/** What the people of a recording or picture agreed to. Read by keepers who may see the entry, and by the giver. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    entryId: uuid()
      .notNull()
      .references(() => entries.id, { onDelete: 'cascade' }),
    /** Who is heard or seen. */
    people: text().array().notNull(),
    /** Who agreed: themselves, or somebody for them. */
    givenBy: text().notNull(),
    giverId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    how: text().$type<'spoken' | 'written'>().notNull(),
    /** A file of the entry that is marked as evidence: never shown with it. */
    evidenceId: uuid(),
    purposes: text().array().notNull(),
    givenAt: instant().notNull(),
    /** When it is to be asked for again. */
    reviewAt: instant(),
    note: text(),
    enteredBy: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    createdAt: createdNow(),
    updatedAt: createdNow(),
  },
  (t) => [
    index().on(t.entryId),
    index().on(t.giverId, t.createdAt),
    index().on(t.reviewAt, t.id),
    index().on(t.evidenceId),
    check('consents_how', sql`${t.how} in ('spoken', 'written')`),
    check(
      'consents_purposes',
      sql`${t.purposes} <@ array['family', 'community', 'school', 'public', 'sale', 'machine-learning']
        and cardinality(${t.purposes}) > 0`,
    ),
  ],
)

/** What was removed, for good: keepers read it, and files that were withdrawn are not taken again. No names of the entry's own. */
export const ledger = pgTable(
  'ledger',
  {
    id: id(),
    at: createdNow(),
    /** Of an entry that is no more. */
    entryId: uuid().notNull(),
    type: text().notNull(),
    /** Null where nobody but its author has to know. */
    title: text(),
    act: text().$type<'removed' | 'withdrawn'>().notNull(),
    /** SHA-256 of every original it held. */
    hashes: text().array().notNull(),
    /** Whether guests could see it to the end: those who harvested it are told that it is gone. */
    wasPublic: boolean().notNull().default(false),
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (t) => [
    index().on(t.at, t.id),
    index('ledger_harvested').on(t.at, t.entryId).where(sql`${t.wasPublic}`),
    index('ledger_withdrawn').using('gin', t.hashes).where(sql`${t.act} = 'withdrawn'`),
    check('ledger_act', sql`${t.act} in ('removed', 'withdrawn')`),
  ],
)
