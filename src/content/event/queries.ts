import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import { oneOf } from '#content/entry/list/reads.ts'
import { authorOf, entryColumns, mayField, presentEntry } from '#content/entry/present.ts'
import { entries } from '#content/entry/table.ts'
import { coverColumns, presentFile } from '#content/media/queries.ts'
import { files } from '#content/media/table.ts'
import type { Context, Viewer } from '#core/context.ts'
import { accounts, refusedEmails } from '#core/tables.ts'
import { mayReadRegistrations } from './registration/policy.ts'
import type { OwnRegistration } from './registration/schema.ts'
import { eventRegistrations, events } from './table.ts'
import { statusOf } from './when.ts'

/** Number of places taken. */
export const going = sql<number>`(select count(*)::int from ${eventRegistrations} r
  where r.entry_id = ${events.entryId} and r.state = 'registered')`

const attendees = sql<{ id: string; avatar: string | null }[]>`(select coalesce(json_agg(shown), '[]'::json) from (
  select distinct a.id, a.avatar from ${eventRegistrations} r join ${accounts} a on a.id = r.account_id
  where r.entry_id = ${events.entryId} and r.state = 'registered' and r.show_me limit 20) shown)`

function ownRegistrations(viewer: Viewer | null): SQL<OwnRegistration[]> {
  if (!viewer) return sql`'[]'::json`
  return sql`(select coalesce(json_agg(json_build_object('fullName', r.full_name, 'email', r.email, 'state', r.state,
      'emailFails', exists (select from ${refusedEmails} f where f.email = r.email and f.is_address))
    order by r.created_at, r.id), '[]'::json) from ${eventRegistrations} r
    where r.entry_id = ${events.entryId} and r.account_id = ${viewer.id})`
}

/** Selects events with organizer, cover and attendees; add `where`, order and limit. */
export function selectEvents({ db, viewer }: Pick<Context, 'db' | 'viewer'>) {
  return db
    .select({
      ...entryColumns,
      event: events,
      cover: coverColumns,
      going,
      attendees,
      registrations: ownRegistrations(viewer),
    })
    .from(entries)
    .innerJoin(events, eq(events.entryId, entries.id))
    .leftJoin(accounts, authorOf)
    .leftJoin(files, eq(files.id, entries.coverId))
    .$dynamic()
}
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number]

/** Matches events in lists that are neither over nor cancelled. */
export const toCome = and(gte(events.endDate, sql`now()`), isNull(events.cancelledAt))

/** Returns the stored event if the viewer may open it. Throws NotFound otherwise. */
export const requireEvent = oneOf('event', selectEvents)

export async function readEvent(ctx: Pick<Context, 'db' | 'viewer'>, id: string) {
  const row = await requireEvent(ctx, id)
  const { may } = mayField(ctx.viewer, row)
  const registrations = mayReadRegistrations(ctx.viewer, row) ? (['registrations'] as const) : []
  return { ...presentEvent(row), ...(may && { may: [...may, ...registrations] }) }
}

export function presentEvent(row: EventRow) {
  const { entryId: _entryId, sequence: _sequence, ...event } = row.event
  const entry = presentEntry(row)
  const cover = row.cover && presentFile(row.cover)
  return {
    ...entry,
    ...event,
    status: statusOf(event),
    cover,
    coverImage: cover?.url ?? null,
    image: cover?.url ?? null,
    organizer: entry.author,
    going: row.going,
    placesLeft: event.capacity === null ? null : Math.max(0, event.capacity - row.going),
    attendees: row.attendees,
    registrations: row.registrations,
  }
}

/** Returns the words by which search finds an event, besides its title. */
export function wordsOf(event: {
  category: string
  tags: string[]
  location: string
  venue?: string | null | undefined
  address?: string | null | undefined
  description: string
  schedule: { title: string; description?: string | null | undefined }[]
}) {
  const plan = event.schedule.flatMap(({ title, description }) => [title, description])
  const { description, location, venue, address, category, tags } = event
  return [description, location, venue, address, ...plan, category, ...tags].filter(Boolean).join('\n')
}
