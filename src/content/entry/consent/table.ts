import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdNow, id, instant } from '#core/column.ts'
import { accounts } from '#core/tables.ts'
import { ofEntry } from '../table.ts'

/** Consents of the people in a recording or picture. The giver and keepers who may see the entry can read them. */
export const consents = pgTable(
  'consents',
  {
    id: id(),
    entryId: ofEntry(),
    /** Names of the people who are heard or seen. */
    people: text().array().notNull(),
    /** The name of the person who agreed, for themselves or for someone else. */
    givenBy: text().notNull(),
    giverId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    how: text().$type<'spoken' | 'written'>().notNull(),
    /** A file of the entry that is marked as evidence and is never shown with the entry. */
    evidenceId: uuid(),
    purposes: text().array().notNull(),
    givenAt: instant().notNull(),
    /** The date from which keepers see the consent in the list of consents to ask for again. */
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

/** Removed and withdrawn entries, without names of people. The hashes are used to refuse withdrawn files. */
export const ledger = pgTable(
  'ledger',
  {
    id: id(),
    at: createdNow(),
    /** The id that the deleted entry had. */
    entryId: uuid().notNull(),
    type: text().notNull(),
    /** Null if only groups could see the entry, its author deleted it, or its import was undone. */
    title: text(),
    act: text().$type<'removed' | 'withdrawn'>().notNull(),
    /** SHA-256 of each of its original files, except the voice notes of comments. */
    hashes: text().array().notNull(),
    /** The groups that the entry was limited to when removed. Only they may read about it; empty for no limit. */
    groups: uuid().array().notNull().default(sql`'{}'`),
    /** True if guests' lists ever showed it: OAI-PMH harvesters are then told that it was deleted. */
    wasPublic: boolean().notNull().default(false),
    actorId: uuid().references(() => accounts.id, { onDelete: 'set null' }),
    reason: text(),
  },
  (t) => [
    index().on(t.at, t.id),
    index().on(t.entryId),
    index('ledger_harvested').on(t.at, t.entryId).where(sql`${t.wasPublic}`),
    index('ledger_withdrawn').using('gin', t.hashes).where(sql`${t.act} = 'withdrawn'`),
    check('ledger_act', sql`${t.act} in ('removed', 'withdrawn')`),
  ],
)
