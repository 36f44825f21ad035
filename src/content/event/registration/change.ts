import { and, asc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import { entries } from '#content/entry/table.ts'
import { meantForAccount } from '#content/entry/visibility/rules.ts'
import type { Context, JobContext } from '#core/context.ts'
import { NotFound } from '#core/errors.ts'
import { accounts } from '#core/tables.ts'
import { eventRegistrations, events } from '../table.ts'
import { statusOf } from '../when.ts'
import { tellOf } from './mail.ts'
import type { MailKind } from './mail-texts.ts'
import { countGoing, type EventRef, registrationsWithMember, selectEvent } from './queries.ts'

type WithMember = Awaited<ReturnType<typeof registrationsWithMember>>[number]
/** `viewer` is missing in jobs. */
type Inside = Pick<Context, 'db' | 'site' | 'addJob' | 'tokens'> & Partial<Pick<Context, 'viewer'>>

/**
 * Gives free places to the first people on the waiting list and emails them, in the caller's transaction. Gives none if
 * the event is cancelled or over.
 * @param before frees places once the event is locked
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
    .where(and(waiting, meantForAccount(ctx.site)))
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
  await tell(ctx, event, 'place', await registrationsWithMember(ctx, inArray(eventRegistrations.id, ids)))
}

/** Calls `tellOf`, and stores the title that people who can open the event's page were told. */
async function tell(ctx: Inside, event: EventRef, kind: MailKind, people: WithMember[]): Promise<void> {
  await tellOf(ctx, event, kind, people)
  const ids = people.filter(({ isInside, knownTitle }) => isInside && knownTitle !== event.title).map(({ id }) => id)
  if (ids.length > 0)
    await ctx.db.update(eventRegistrations).set({ knownTitle: event.title }).where(inArray(eventRegistrations.id, ids))
}

type Happening = 'cancelled' | 'moved' | 'hidden' | 'drafted' | 'shown' | 'limited'

/**
 * Tells everyone registered or waiting what happened to an event, unless it is over or was cancelled earlier.
 * @param isTold leaves out some of them
 */
export async function tellRegistered(
  ctx: Inside,
  entryId: string,
  what: Happening,
  isTold: (one: WithMember) => boolean = () => true,
): Promise<void> {
  const [event] = await selectEvent(ctx).where(eq(events.entryId, entryId)).for('update', { of: events })
  if (!event || statusOf(event) === 'past' || (event.cancelledAt && what !== 'cancelled')) return
  const registered = await registrationsWithMember(ctx, eq(eventRegistrations.entryId, entryId))
  await tell(ctx, event, what, registered.filter(isTold))
}

/** Runs a change of who can see an entry. If it is an event, tells people registered for it who are then left out. */
export async function tellWhoIsLeftOut(ctx: Inside, entryId: string, change: () => Promise<void>): Promise<void> {
  const before = await registrationsWithMember(ctx, eq(eventRegistrations.entryId, entryId))
  await change()
  const inside = new Set(before.filter(({ isInside }) => isInside).map(({ id }) => id))
  if (inside.size > 0) await tellRegistered(ctx, entryId, 'limited', ({ id, isInside }) => !isInside && inside.has(id))
}

/**
 * Ends registrations of one event that match `where`, gives their places to the waiting list, and tells the people whose
 * registrations others ended. Throws NotFound if none matches.
 * @param byEmail the email of the person who ends them
 */
export async function endRegistrations(ctx: Inside, entryId: string, where: SQL | undefined, byEmail?: string) {
  let ended: WithMember[] = []
  // The event is locked first, as when registering.
  await fillPlaces(ctx, entryId, async () => {
    ended = await registrationsWithMember(ctx, and(eq(eventRegistrations.entryId, entryId), where))
    if (ended.length === 0) throw new NotFound()
    const ids = ended.map(({ id }) => id)
    await ctx.db.delete(eventRegistrations).where(inArray(eventRegistrations.id, ids))
  })
  const [event] = await selectEvent(ctx).where(eq(events.entryId, entryId))
  const others = ended.filter(({ email }) => email !== byEmail)
  if (event && !event.cancelledAt && statusOf(event) !== 'past') await tellOf(ctx, event, 'ended', others)
}

/**
 * Moves the registrations that a member made for themselves to their new email. If the new email was registered for the
 * same event, too, the better or earlier one of the two registrations stays.
 */
export async function followEmail(ctx: Inside, accountId: string, from: string, to: string): Promise<void> {
  const { id, entryId, email, state, createdAt } = eventRegistrations
  const own = await ctx.db
    .select({ id, entryId })
    .from(eventRegistrations)
    .where(and(eq(eventRegistrations.accountId, accountId), eq(email, from)))
    .orderBy(entryId)
  for (const one of own)
    await fillPlaces(ctx, one.entryId, async () => {
      const both = and(eq(entryId, one.entryId), or(eq(id, one.id), eq(email, to)))
      const [stays, ...rest] = await ctx.db
        .select({ id })
        .from(eventRegistrations)
        .where(both)
        .orderBy(sql`${state} = 'registered' desc`, createdAt, id)
      const ids = rest.map((other) => other.id)
      if (ids.length > 0) await ctx.db.delete(eventRegistrations).where(inArray(id, ids))
      if (stays) await ctx.db.update(eventRegistrations).set({ email: to, accountId }).where(eq(id, stays.id))
    })
}

/** Tells registered people that an event about to be removed is cancelled, unless it is over or already cancelled. */
export async function tellOfRemoval(ctx: Inside, entryId: string): Promise<void> {
  const toTakePlace = and(eq(events.entryId, entryId), isNull(events.cancelledAt))
  const [event] = await ctx.db.select({ id: events.entryId }).from(events).where(toTakePlace)
  if (event) await tellRegistered(ctx, event.id, 'cancelled')
}

/** Raises the sequence of the events among entries that a moderator hid or restored, and calls `tellRegistered`. */
export async function tellOfHiding(ctx: Inside, ids: string[], what: 'hidden' | 'shown'): Promise<void> {
  const changed = await ctx.db
    .update(events)
    .set({ sequence: sql`${events.sequence} + 1` })
    .where(inArray(events.entryId, ids))
    .returning({ id: events.entryId })
  for (const { id } of changed) await tellRegistered(ctx, id, what)
}

/** Resets the reminders of an event whose start has changed. */
export async function remindAgain({ db }: Pick<Context, 'db'>, entryId: string): Promise<void> {
  await db.update(eventRegistrations).set({ remindedAt: null }).where(eq(eventRegistrations.entryId, entryId))
}

/**
 * Queues a reminder for everyone who wants one, whose event begins within a day, and who registered more than a day
 * before it. Their registrations are marked in the same transaction, so that each leads to only one reminder.
 */
export async function remind({ transaction }: JobContext): Promise<void> {
  await transaction(async (ctx) => {
    const recipients = ctx.db
      .select({ id: eventRegistrations.id })
      .from(eventRegistrations)
      .innerJoin(events, eq(events.entryId, eventRegistrations.entryId))
      .innerJoin(entries, eq(entries.id, events.entryId))
      .innerJoin(accounts, eq(accounts.id, eventRegistrations.accountId))
      .where(
        and(
          eq(eventRegistrations.state, 'registered'),
          eq(entries.state, 'published'),
          meantForAccount(ctx.site),
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
      .where(and(isNull(eventRegistrations.remindedAt), inArray(eventRegistrations.id, recipients)))
      .returning({ id: eventRegistrations.id, entryId: eventRegistrations.entryId })
    const ids = marked.map(({ id }) => id)
    for (const entryId of new Set(marked.map((one) => one.entryId))) {
      const [event] = await selectEvent(ctx).where(eq(events.entryId, entryId))
      const ofEvent = and(eq(eventRegistrations.entryId, entryId), inArray(eventRegistrations.id, ids))
      if (event) await tell(ctx, event, 'reminder', await registrationsWithMember(ctx, ofEvent))
    }
  })
}

/**
 * Cleans up after an account that is deleted: gives its places to people on the waiting list and, if its events are
 * deleted too, tells people who registered for them.
 */
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
