import { and, asc, count, eq, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { normalizeStored } from '#accounts/stored-emails.ts'
import { entries } from '#content/entry/table.ts'
import { listed, meantForAccount } from '#content/entry/visibility/rules.ts'
import type { Context } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { toCome } from '../queries.ts'
import { eventRegistrations, events } from '../table.ts'

export function selectEvent({ db }: Pick<Context, 'db'>) {
  const { title, authorId, updatedAt } = entries
  const { entryId: id, startDate, endDate, cancelledAt, sequence } = events
  const { type, location, venue, address, description, capacity } = events
  return db
    .select({
      ...{ id, title, authorId, updatedAt, startDate, endDate, cancelledAt, sequence },
      ...{ type, location, venue, address, description, capacity },
    })
    .from(events)
    .innerJoin(entries, eq(entries.id, events.entryId))
    .$dynamic()
}
/** Data of an event for emails and calendars. */
export type EventRef = Awaited<ReturnType<typeof selectEvent>>[number]

/** Returns the next events that guests see in lists, soonest first. */
export function nextEvents({ guestDb }: Pick<Context, 'guestDb'>, limit: number): Promise<EventRef[]> {
  return selectEvent({ db: guestDb })
    .where(and(listed(null), toCome))
    .orderBy(asc(events.startDate), asc(events.entryId))
    .limit(limit)
}

/**
 * Returns the event with its number of taken places, and locks its row until the transaction ends. Throws NotFound if
 * lists don't show the viewer the event.
 */
export async function lockEvent(ctx: Context, id: string): Promise<EventRef & { going: number }> {
  const [event] = await selectEvent(ctx)
    .where(and(eq(entries.id, id), listed(ctx.viewer)))
    .for('update', { of: events })
  if (!event) throw new NotFound()
  return { ...event, going: await countGoing(ctx, id) }
}

/** Counts taken places in its own statement, because only a statement after the lock sees what others have written. */
export async function countGoing({ db }: Pick<Context, 'db'>, entryId: string): Promise<number> {
  const [row] = await db
    .select({ going: count() })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.entryId, entryId), eq(eventRegistrations.state, 'registered')))
  return row?.going ?? 0
}

/** Selects registrations with their member's preferences; `isInside`: the member is still in the event's audience. */
export function registrationsWithMember({ db, site }: Pick<Context, 'db' | 'site'>, where: SQL | undefined) {
  const { id, email, fullName, state, knownTitle } = eventRegistrations
  const account = { accountId: accounts.id, accountEmail: accounts.email, preferences: accounts.preferences }
  return db
    .select({ id, email, fullName, state, knownTitle, ...account, isInside: meantForAccount(site) })
    .from(eventRegistrations)
    .innerJoin(entries, eq(entries.id, eventRegistrations.entryId))
    .innerJoin(accounts, eq(accounts.id, eventRegistrations.accountId))
    .where(where)
}
/** Does the same as `normalizeAccountEmails` for registrations. */
export async function normalizeRegistrations(db: NodePgDatabase): Promise<void> {
  await normalizeStored(db, { table: eventRegistrations, key: eventRegistrations.id, column: 'email' })
}
