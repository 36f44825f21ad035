import { and, gt, gte, lt, lte, or, sql } from 'drizzle-orm'
import { ordered } from '#content/entry/list/newest.ts'
import { type List, listsOf } from '#content/entry/list/reads.ts'
import { matching } from '#content/entry/list/search.ts'
import { listed } from '#content/entry/visibility/rules.ts'
import { changeRow, insertEntry, splitNew, updateEntry } from '#content/entry/write/write.ts'
import { attachFiles, claimFile, releaseFiles } from '#content/media/claim.ts'
import { changing, reading, removing } from '#content/media/common-operations.ts'
import { namedFile } from '#content/media/named-files.ts'
import { checkAll } from '#core/concurrency/check-all.ts'
import type { Context } from '#core/context.ts'
import { Invalid } from '#core/errors.ts'
import { operation } from '#core/operation.ts'
import { Page, PageQuery, toPage } from '#core/page.ts'
import { kind } from './kind.ts'
import { type EventRow, presentEvent, readEvent, requireEvent, selectEvents, toCome, wordsOf } from './queries.ts'
import { fillPlaces, remindAgain, tellOfRemoval, tellRegistered, tellWhoIsLeftOut } from './registration/change.ts'
import { registration } from './registration/operations.ts'
import { Event, EventChange, EventQuery, endsTooEarly, NewEvent } from './schema.ts'
import { events } from './table.ts'

const startOf = (row: EventRow) => row.event.startDate
const keyOf = (row: EventRow) => ({ value: startOf(row), id: row.id })

const latest = ordered(events.startDate, 'desc', startOf, events.entryId)
const soonest = ordered(events.startDate, 'asc', startOf, events.entryId)

/** All events, only those that are not over, only those that are, and those that one can still come to. */
const lists = {
  all: { ...latest, of: listed },
  coming: { ...soonest, of: (viewer) => and(listed(viewer), gte(events.endDate, sql`now()`)) },
  past: { ...latest, of: (viewer) => and(listed(viewer), lt(events.endDate, sql`now()`)) },
  upcoming: { ...soonest, of: (viewer) => and(listed(viewer), toCome) },
} satisfies Record<string, List>

const listEvents = listsOf('events', selectEvents, lists)

export const event = {
  list: operation('GET', '/events', 'public', {
    legacy: 'getEvents',
    summary: 'List events, latest start first, or only those that are not over, soonest first',
    input: EventQuery,
    output: Page(Event),
    async handler(ctx, { q, from, to, when, limit, lastKey }) {
      // Excludes an event that ends exactly when the first day begins.
      const since = from ? or(gt(events.endDate, from), gte(events.startDate, from)) : undefined
      const until = to ? lte(events.startDate, to) : undefined
      const list = when ?? 'all'
      const rows = await listEvents(ctx, list, limit, and(matching(q), since, until, lists[list].after(lastKey)))
      return toPage(rows, limit, keyOf, presentEvent)
    },
  }),

  upcoming: operation('GET', '/events/upcoming', 'public', {
    legacy: 'getUpcomingEvents',
    summary: 'List events that are not over or cancelled, soonest first',
    input: PageQuery,
    output: Page(Event),
    async handler(ctx, { limit, lastKey }) {
      const rows = await listEvents(ctx, 'upcoming', limit, soonest.after(lastKey))
      return toPage(rows, limit, keyOf, presentEvent)
    },
  }),

  get: reading('/events', 'getEventById', 'Read an event', Event, readEvent),

  create: operation('POST', '/events', 'member', {
    legacy: 'createEvent',
    summary: 'Announce an event',
    input: NewEvent,
    output: Event,
    status: 201,
    files: ({ coverImage }) => namedFile('coverImage', coverImage),
    async handler(ctx, input) {
      const { settings, fields } = await splitNew(ctx, input)
      const { title, coverImage, ...event } = fields
      const coverId = coverImage ? await claimCover(ctx, coverImage) : null
      const entryId = await insertEntry(ctx, kind.type, { ...settings, title, coverId, words: wordsOf(event) })
      await ctx.db.insert(events).values({ entryId, ...event })
      if (coverId) await attachFiles(ctx, entryId, [coverId])
      return readEvent(ctx, entryId)
    },
  }),

  update: changing('/events', kind, 'Edit or cancel one of your events', {
    input: EventChange,
    output: Event,
    files: ({ coverImage }) => namedFile('coverImage', coverImage),
    read: readEvent,
    async change(ctx, entry, settings, { title, coverImage, cancelled, ...change }) {
      const { id } = entry
      const { event: before } = await requireEvent(ctx, id)
      const next = { ...before, ...unlessUndefined(change) }
      const [, coverId] = await checkAll(
        () => refuseEarlyEnd(next),
        () => coverImage && claimCover(ctx, coverImage, id),
      )
      if (coverId) await attachFiles(ctx, id, [coverId])
      const words = wordsOf(next)
      await tellWhoIsLeftOut(ctx, id, () => updateEntry(ctx, entry, { ...settings, title, coverId, words }))
      const ending = cancelled && before.cancelledAt === null
      const raised = { sequence: sql`${events.sequence} + 1`, ...(ending && { cancelledAt: sql`now()` }) }
      await changeRow(ctx, events, id, { ...change, ...raised })
      if (coverId !== undefined) await releaseFiles(ctx, id, coverId ? [coverId] : [])
      if (next.startDate !== before.startDate) await remindAgain(ctx, id)
      if (ending) await tellRegistered(ctx, id, 'cancelled')
      else if (isMoved(before, next)) await tellRegistered(ctx, id, 'moved')
      if (settings.state && settings.state !== entry.state) await tellRegistered(ctx, id, tidings[settings.state])
      await fillPlaces(ctx, id)
    },
  }),

  remove: removing('/events', 'member', 'Delete one of your events', kind, tellOfRemoval),

  ...registration,
}

/** The news that people who registered are told when the state of the event changes. */
const tidings = { draft: 'drafted', hidden: 'hidden', published: 'shown' } as const

type Stored = EventRow['event']

/** Returns whether people who registered need to know about the change. */
function isMoved(before: Stored, next: Stored): boolean {
  const announcedFields = ['startDate', 'endDate', 'location', 'venue', 'address', 'type'] as const
  return announcedFields.some((name) => before[name] !== next[name])
}

function refuseEarlyEnd({ startDate, endDate }: { startDate: string; endDate: string }): void {
  if (endDate < startDate) throw new Invalid(undefined, [{ path: 'endDate', message: endsTooEarly.error() }])
}

function claimCover(ctx: Context, url: string, entryId?: string): Promise<string> {
  return claimFile(ctx, url, { path: 'coverImage', kinds: ['image'], entryId })
}

function unlessUndefined<T extends object>(change: T) {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}
