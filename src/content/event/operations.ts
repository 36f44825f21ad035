import { and, asc, desc, eq, gt, gte, isNull, lte, or, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, PageQuery, toPage } from '#core/page.ts'
import { answering, partStanding } from '../entry/audience.ts'
import { requireChangeable, requireRemovable } from '../entry/change.ts'
import { after, insertEntry, listed, updateEntry } from '../entry/queries.ts'
import { ById, Removed } from '../entry/schema.ts'
import { matching } from '../entry/search.ts'
import { attachFiles, claimFile, releaseFiles, removeWithFiles } from '../media/claim.ts'
import { type EventRow, presentEvent, readEvent, requireEvent, selectEvents, wordsOf } from './queries.ts'
import { registration } from './registration/operations.ts'
import { fillPlaces, remindAgain, tellOfRemoval, tellRegistered } from './registration/queries.ts'
import { Event, EventChange, EventQuery, endsTooEarly, NewEvent } from './schema.ts'
import { events } from './table.ts'

const keyOf = (row: EventRow) => ({ value: row.event.startDate, id: row.id })

const kind = { type: 'event' }

export const event = {
  list: operation({
    method: 'GET',
    path: '/events',
    permission: 'public',
    legacy: 'getEvents',
    summary: 'List events, newest start first',
    input: EventQuery,
    output: Page(Event),
    async handler(ctx, { q, from, to, limit, lastKey }) {
      // What ends as the first day begins is not in it.
      const since = from ? or(gt(events.endDate, from), gte(events.startDate, from)) : undefined
      const until = to ? lte(events.startDate, to) : undefined
      const rows = await selectEvents(ctx)
        .where(
          and(listed(ctx.viewer), matching(q), since, until, after(lastKey, events.startDate, 'desc', events.entryId)),
        )
        .orderBy(desc(events.startDate), desc(events.entryId))
        .limit(limit + 1)
      return toPage(rows, limit, keyOf, presentEvent)
    },
  }),

  upcoming: operation({
    method: 'GET',
    path: '/events/upcoming',
    permission: 'public',
    legacy: 'getUpcomingEvents',
    summary: 'List the events to come that are not cancelled, soonest first',
    input: PageQuery,
    output: Page(Event),
    async handler(ctx, { limit, lastKey }) {
      const toCome = and(gt(events.startDate, sql`now()`), isNull(events.cancelledAt))
      const rows = await selectEvents(ctx)
        .where(and(listed(ctx.viewer), toCome, after(lastKey, events.startDate, 'asc', events.entryId)))
        .orderBy(asc(events.startDate), asc(events.entryId))
        .limit(limit + 1)
      return toPage(rows, limit, keyOf, presentEvent)
    },
  }),

  get: operation({
    method: 'GET',
    path: '/events/:id',
    permission: 'public',
    legacy: 'getEventById',
    summary: 'Read an event',
    input: ById,
    output: Event,
    handler: (ctx, { id }) => readEvent(ctx, id),
  }),

  create: operation({
    method: 'POST',
    path: '/events',
    permission: 'member',
    legacy: 'createEvent',
    summary: 'Announce an event',
    input: NewEvent,
    output: Event,
    status: 201,
    acceptsDataUrl: true,
    async handler(ctx, input) {
      const { standing, said } = partStanding(input)
      const { title, coverImage, ...event } = said
      const coverId = coverImage ? await claimCover(ctx, coverImage) : null
      const entryId = await insertEntry(ctx, 'event', { ...standing, title, coverId, words: wordsOf(event) })
      await ctx.db.insert(events).values({ entryId, ...event })
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      return readEvent(ctx, entryId)
    },
  }),

  update: operation({
    method: 'PATCH',
    path: '/events/:id',
    permission: 'member',
    summary: 'Change or cancel an event of your own',
    input: ById.extend(EventChange.shape),
    output: Event,
    acceptsDataUrl: true,
    async handler(ctx, { id, ...input }) {
      const { standing, said } = partStanding(input)
      const { title, coverImage, cancelled, ...change } = said
      const entry = await requireChangeable(ctx, kind, id, standing, said)
      const { event: before } = await requireEvent(ctx, id)
      const next = { ...before, ...unlessUndefined(change) }
      if (next.endDate < next.startDate)
        throw new Invalid(undefined, [{ path: 'endDate', message: endsTooEarly.error() }])
      const coverId = coverImage === undefined ? undefined : coverImage && (await claimCover(ctx, coverImage, id))
      if (coverId) await attachFiles(ctx, id, [coverId])
      const words = wordsOf(next)
      await updateEntry(ctx, entry, { ...standing, title, coverId, words })
      const ending = cancelled && before.cancelledAt === null
      await ctx.db
        .update(events)
        .set({
          ...change,
          sequence: sql`${events.sequence} + 1`,
          ...(ending && { cancelledAt: sql`now()` }),
        })
        .where(eq(events.entryId, id))
      if (coverId !== undefined) await releaseFiles(ctx, id, coverId ? [coverId] : [])
      if (next.startDate !== before.startDate) await remindAgain(ctx, id)
      if (ending) await tellRegistered(ctx, id, 'cancelled')
      else if (isMoved(before, next)) await tellRegistered(ctx, id, 'moved')
      if (standing.state === 'hidden') await tellRegistered(ctx, id, 'hidden')
      else if (standing.state === 'published' && entry.state === 'hidden') await tellRegistered(ctx, id, 'shown')
      await fillPlaces(ctx, id)
      return readEvent(answering(ctx, standing), id)
    },
  }),

  remove: operation({
    method: 'DELETE',
    path: '/events/:id',
    permission: 'member',
    summary: 'Delete an event of your own',
    input: ById,
    output: Removed,
    async handler(ctx, { id }) {
      await requireRemovable(ctx, kind, id)
      await tellOfRemoval(ctx, id)
      return removeWithFiles(ctx, kind, id)
    },
  }),

  ...registration,
}

type Stored = EventRow['event']

/** Whether those who registered have to plan anew. */
function isMoved(before: Stored, next: Stored): boolean {
  const told = ['startDate', 'endDate', 'location', 'venue', 'address'] as const
  return told.some((name) => before[name] !== next[name])
}

function claimCover(ctx: Context, url: string, entryId?: string): Promise<string> {
  return claimFile(ctx, url, { path: 'coverImage', kinds: ['image'], entryId })
}

function unlessUndefined<T extends object>(change: T) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
