import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { entryKey } from '#content/entry/table.ts'
import { createdNow, id, instant, partOf } from '#core/column.ts'
import { ofAccount } from '#core/tables.ts'
import type { categories, ScheduleItem, types } from './schema.ts'

export const events = pgTable(
  'events',
  {
    entryId: entryKey(),
    type: text().$type<(typeof types)[number]>().notNull(),
    category: text().$type<(typeof categories)[number]>().notNull(),
    location: text().notNull(),
    venue: text(),
    address: text(),
    mapUrl: text(),
    startDate: instant().notNull(),
    endDate: instant().notNull(),
    description: text().notNull(),
    schedule: jsonb().$type<ScheduleItem[]>().notNull().default([]),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    /** Null if there is no limit. */
    capacity: integer(),
    cancelledAt: instant(),
    /** Counts changes, so that calendars accept the newer copy (RFC 5545, SEQUENCE). */
    sequence: integer().notNull().default(0),
  },
  (t) => [
    index('events_by_start').on(t.startDate.desc().nullsFirst(), t.entryId.desc().nullsFirst()),
    index('events_by_end').on(t.endDate),
    check('events_end_after_start', sql`${t.endDate} >= ${t.startDate}`),
    check('events_capacity', sql`${t.capacity} > 0`),
  ],
)

/** Code that adds, ends or promotes a registration locks the event's row, so that no place is given twice. */
export const eventRegistrations = pgTable(
  'event_registrations',
  {
    id: id(),
    entryId: partOf(() => events.entryId),
    /** The member who registered, themselves or another person. */
    accountId: ofAccount(),
    /** The email, normalized like those of accounts. */
    email: text().notNull(),
    fullName: text().notNull(),
    phone: text().notNull(),
    showMe: boolean().notNull(),
    state: text().$type<'registered' | 'waiting'>().notNull(),
    /** The event's title when the member was last told about it and could open its page; empty if it isn't known. */
    knownTitle: text().notNull().default(''),
    /** When the reminder was queued; null before that. */
    remindedAt: instant(),
    createdAt: createdNow(),
  },
  (t) => [
    uniqueIndex('event_registrations_email').on(t.entryId, t.email),
    index('event_registrations_in_turn').on(t.entryId, t.createdAt, t.id),
    index().on(t.accountId),
    check('event_registrations_state', sql`${t.state} in ('registered', 'waiting')`),
  ],
)
