import { and, asc, count, eq, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { Context, JobContext, Viewer } from '#core/context.ts'
import { NotFound, TooMany } from '#core/errors.ts'
import { accounts, auditLog } from '#core/tables.ts'
import { listed, meantForAccount } from '../../entry/queries.ts'
import { entries } from '../../entry/table.ts'
import { eventRegistrations, events } from '../table.ts'
import { statusOf } from '../when.ts'
import { tellOf } from './mail.ts'

const eventColumns = {
  id: events.entryId,
  title: entries.title,
  visibility: entries.visibility,
  state: entries.state,
  updatedAt: entries.updatedAt,
  startDate: events.startDate,
  endDate: events.endDate,
  location: events.location,
  venue: events.venue,
  address: events.address,
  description: events.description,
  capacity: events.capacity,
  cancelledAt: events.cancelledAt,
  sequence: events.sequence,
}

function selectEvent({ db }: Pick<Context, 'db'>) {
  return db.select(eventColumns).from(events).innerJoin(entries, eq(entries.id, events.entryId)).$dynamic()
}
/** What mails and calendars say of an event. */
export type KnownEvent = Awaited<ReturnType<typeof selectEvent>>[number]

/** The event, its row locked until the transaction ends, with how many places are taken by then. Throws NotFound. */
export async function lockEvent(ctx: Context, id: string): Promise<KnownEvent & { going: number }> {
  const [event] = await selectEvent(ctx)
    .where(and(eq(entries.id, id), listed(ctx.viewer)))
    .for('update', { of: events })
  if (!event) throw new NotFound()
  return { ...event, going: await countGoing(ctx, id) }
}

/** A statement of its own: only after the lock does it see what others had written. */
async function countGoing({ db }: Pick<Context, 'db'>, entryId: string): Promise<number> {
  const [row] = await db
    .select({ going: count() })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.entryId, entryId), eq(eventRegistrations.state, 'registered')))
  return row?.going ?? 0
}

type Inside = Pick<Context, 'db' | 'site' | 'addJob'>

/**
 * Gives the free places of an event to the first who wait, and mails them; in the caller's transaction.
 * @param before what frees places, done once the event is locked
 */
export async function fillPlaces(ctx: Inside, entryId: string, before?: () => Promise<void>): Promise<void> {
  const [event] = await selectEvent(ctx).where(eq(events.entryId, entryId)).for('update', { of: events })
  await before?.()
  if (!event || event.cancelledAt || statusOf(event) === 'past') return
  const waiting = and(eq(eventRegistrations.entryId, entryId), eq(eventRegistrations.state, 'waiting'))
  const first = ctx.db
    .select({ id: eventRegistrations.id })
    .from(eventRegistrations)
    .innerJoin(entries, eq(entries.id, eventRegistrations.entryId))
    .innerJoin(accounts, eq(accounts.id, eventRegistrations.accountId))
    .where(and(waiting, meantForAccount))
    .orderBy(asc(eventRegistrations.createdAt), asc(eventRegistrations.id))
    .$dynamic()
  const free = event.capacity === null ? undefined : event.capacity - (await countGoing(ctx, entryId))
  if (free !== undefined && free <= 0) return
  const moved = await ctx.db
    .update(eventRegistrations)
    .set({ state: 'registered' })
    .where(inArray(eventRegistrations.id, free === undefined ? first : first.limit(free)))
    .returning({ id: eventRegistrations.id })
  const ids = moved.map(({ id }) => id)
  await tellOf(ctx, event, 'place', await registrationsWithMember(ctx, inArray(eventRegistrations.id, ids)))
}

/** Registrations with their member and what they chose about mails; not of those for whom the event is no longer meant. */
export function registrationsWithMember({ db }: Pick<Context, 'db'>, where: SQL | undefined) {
  return db
    .select({
      id: eventRegistrations.id,
      email: eventRegistrations.email,
      fullName: eventRegistrations.fullName,
      state: eventRegistrations.state,
      accountId: accounts.id,
      preferences: accounts.preferences,
    })
    .from(eventRegistrations)
    .innerJoin(entries, eq(entries.id, eventRegistrations.entryId))
    .innerJoin(accounts, eq(accounts.id, eventRegistrations.accountId))
    .where(and(where, meantForAccount))
}

type Happening = 'cancelled' | 'moved' | 'hidden' | 'shown'

/** Mails everyone who registered or waits for an event that is not over. */
export async function tellRegistered(ctx: Inside, entryId: string, what: Happening): Promise<void> {
  const [event] = await selectEvent(ctx).where(eq(events.entryId, entryId)).for('update', { of: events })
  if (!event || statusOf(event) === 'past' || (event.cancelledAt && what !== 'cancelled')) return
  await tellOf(ctx, event, what, await registrationsWithMember(ctx, eq(eventRegistrations.entryId, entryId)))
}

/** Mails those who registered for an event that is about to be removed, unless they know that it is cancelled. */
export async function tellOfRemoval(ctx: Inside, entryId: string): Promise<void> {
  const toTakePlace = and(eq(events.entryId, entryId), isNull(events.cancelledAt))
  const [event] = await ctx.db.select({ id: events.entryId }).from(events).where(toTakePlace)
  if (event) await tellRegistered(ctx, event.id, 'cancelled')
}

/** As `tellRegistered`, for entries of any type that a moderator has just hidden or shows again. */
export async function tellOfHiding(ctx: Inside, ids: string[], what: 'hidden' | 'shown'): Promise<void> {
  const changed = await ctx.db
    .update(events)
    .set({ sequence: sql`${events.sequence} + 1` })
    .where(inArray(events.entryId, ids))
    .returning({ id: events.entryId })
  for (const { id } of changed) await tellRegistered(ctx, id, what)
}

/** An event on another day is one to be reminded of anew. */
export async function remindAgain({ db }: Pick<Context, 'db'>, entryId: string): Promise<void> {
  await db.update(eventRegistrations).set({ remindedAt: null }).where(eq(eventRegistrations.entryId, entryId))
}

/**
 * Queues a reminder for everyone whose event begins within a day, who registered before that day, and who wants to
 * be told. Marked in the same transaction: each is reminded once, whatever is stopped on the way.
 */
export async function remind({ transaction }: JobContext): Promise<void> {
  await transaction(async (ctx) => {
    const due = ctx.db
      .select({ id: eventRegistrations.id })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.entryId, eventRegistrations.entryId))
      .innerJoin(entries, eq(entries.id, events.entryId))
      .innerJoin(accounts, eq(accounts.id, eventRegistrations.accountId))
      .where(
        and(
          eq(eventRegistrations.state, 'registered'),
          eq(entries.state, 'published'),
          isNull(events.cancelledAt),
          gt(events.startDate, sql`now()`),
          lte(events.startDate, sql`now() + interval '1 day'`),
          lt(eventRegistrations.createdAt, sql`${events.startDate} - interval '1 day'`),
          sql`(coalesce((${accounts.preferences} ->> 'emailNotifications')::boolean, true)
            or (${accounts.preferences} ->> 'pushNotifications')::boolean)`,
        ),
      )
    const marked = await ctx.db
      .update(eventRegistrations)
      .set({ remindedAt: sql`now()` })
      .where(and(isNull(eventRegistrations.remindedAt), inArray(eventRegistrations.id, due)))
      .returning({ id: eventRegistrations.id, entryId: eventRegistrations.entryId })
    const ids = marked.map(({ id }) => id)
    for (const entryId of new Set(marked.map((one) => one.entryId))) {
      const [event] = await selectEvent(ctx).where(eq(events.entryId, entryId))
      const ofEvent = and(eq(eventRegistrations.entryId, entryId), inArray(eventRegistrations.id, ids))
      if (event) await tellOf(ctx, event, 'reminder', await registrationsWithMember(ctx, ofEvent))
    }
  })
}

const othersAnHour = 30

/** A member may register others, who have no account; but not make the site write to any number of strangers. */
export async function refuseManyOthers({ db }: Pick<Context, 'db'>, viewer: Viewer, email: string): Promise<void> {
  if (email === viewer.email) return
  const [row] = await db
    .select({ count: count() })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.actorId, viewer.id),
        eq(auditLog.action, 'event:register'),
        sql`not (${auditLog.detail} ->> 'ownEmail')::boolean`,
        gt(auditLog.at, sql`now() - interval '1 hour'`),
      ),
    )
  if ((row?.count ?? 0) >= othersAnHour) throw new TooMany(60 * 60)
}

/** What goes when an account goes: its places, to those who wait, and word to those who registered for its events. */
export async function leaveEvents(ctx: Inside, accountId: string, withOwnEvents: boolean): Promise<void> {
  const own = withOwnEvents
    ? await ctx.db
        .select({ id: entries.id })
        .from(entries)
        .innerJoin(events, eq(events.entryId, entries.id))
        .where(and(eq(entries.authorId, accountId), isNull(events.cancelledAt)))
    : []
  for (const { id } of own) await tellRegistered(ctx, id, 'cancelled')
  const places = await ctx.db
    .selectDistinct({ id: eventRegistrations.entryId })
    .from(eventRegistrations)
    .where(eq(eventRegistrations.accountId, accountId))
    .orderBy(eventRegistrations.entryId)
  for (const { id } of places)
    await fillPlaces(ctx, id, async () => {
      await ctx.db
        .delete(eventRegistrations)
        .where(and(eq(eventRegistrations.entryId, id), eq(eventRegistrations.accountId, accountId)))
    })
}
