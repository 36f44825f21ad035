import type { ReactNode } from 'react'
import { changePageOf, pageOf } from '#content/entry/address.ts'
import { exploreTrail } from '#content/entry/explore-pages.ts'
import { Related } from '#content/entry/link/related.tsx'
import { entryHead, personIn, schemaOf } from '#content/entry/page/head.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { loadDiscussed } from '#content/media/comment/page/read.ts'
import { ReadingComments } from '#content/media/comment/page/reading.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { placeZone } from '#text/day.ts'
import { locale } from '#text/language.ts'
import { ButtonLink } from '#ui/button.tsx'
import { classes } from '#ui/field.ts'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { Trail } from '#ui/layout/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import type { Route } from './+types/detail.page.ts'
import { EventContent, EventFacts, EventPicture, EventPlace, EventTime, Faces, placesOf } from './details.tsx'
import { kind } from './kind.ts'
import { OwnRegistrationsRead, RegisterRead, RegistrationSaid } from './registration/public.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { statusOf, whenOf } from './when.ts'

/** Loads the public page of an event, which works without JavaScript, with what a member first registers with. */
export async function loader(args: Route.LoaderArgs) {
  const { context, request } = args
  const loaded = await loadDiscussed(args, kind.type)
  const isMember = context.get(viewerContext) !== null
  const isFirst = isMember && isOpen(loaded.entry) && loaded.entry.registrations.length === 0
  const profile = isFirst ? await context.get(apiContext).account.profile({}) : null
  const isAsked = new URL(request.url).searchParams.has('register')
  const own = profile && { fullName: profile.name, email: profile.email, phone: profile.phone ?? '' }
  return { ...loaded, isAsked, isMember, own }
}

/** Returns whether people can still register. */
function isOpen(event: Event): boolean {
  return event.cancelledAt === null && statusOf(event) !== 'past'
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { entry: event } = args.loaderData
  const { description, type, venue, location, address, startDate, endDate, cancelledAt, organizer } = event
  const attendance = { 'in-person': 'Offline', virtual: 'Online', hybrid: 'Mixed' }[type]
  const schema = {
    ...schemaOf(kind),
    startDate,
    endDate,
    eventStatus: `https://schema.org/Event${cancelledAt ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location: { '@type': 'Place', name: venue ?? location, address: address ?? location },
    organizer: personIn(args, organizer),
  }
  return entryHead(args, { ...event, type: 'event' }, { description, schema, files: [event.cover] })
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { entry: event, links, around, comments, own, isAsked, isMember } = loaderData
  const page = `${pageOf({ ...kind, id: event.id })}?register`
  const open = isOpen(event)
  return (
    <>
      <EventOpening
        event={event}
        open={open}
        action={
          <div className="stack noprint">
            {open && isMember && <RegisterRead event={event} own={own} isAsked={isAsked} />}
            <p className="row">
              {open && !isMember && (
                <>
                  <ButtonLink href={`/dashboard/events/${event.id}?register`} data-session="member">
                    {text.register}
                  </ButtonLink>
                  <ButtonLink href={`/register?redirect=${encodeURIComponent(page)}`} data-session="guest">
                    {text.register}
                  </ButtonLink>
                </>
              )}
              {statusOf(event) === 'past' && links.items.length > 0 && (
                <ButtonLink href="#related">{text.seeShared}</ButtonLink>
              )}
              <ButtonLink variant="line" icon="calendar" href={`/events/${event.id}.ics`}>
                {text.calendar}
              </ButtonLink>
            </p>
          </div>
        }
      />
      <EntryColumns
        entry={event}
        around={around}
        change={`${changePageOf({ ...kind, id: event.id })}?edit`}
        facts={
          <>
            <Faces event={event} />
            <EventFacts event={event} places={false} />
          </>
        }
      >
        <RegistrationSaid />
        <EntryNotes entry={event} />
        <OwnRegistrationsRead event={event} />
        <EventContent event={event}>
          {event.deceased && event.cover && <EventPicture event={event} sizes="(min-width: 900px) 800px, 100vw" />}
        </EventContent>
        <Related entry={event} links={links} />
        <ReadingComments entry={{ id: event.id, type: kind.type }} comments={comments} />
      </EntryColumns>
    </>
  )
}

type OpeningProps = {
  event: Event
  open: boolean
  action: ReactNode
}

/**
 * The top of an event's public page. It shows all that a reader needs to decide whether to come, and fits on a phone's
 * first screen.
 */
function EventOpening({ event, open, action }: OpeningProps) {
  const { from, to, zone } = whenOf(event)
  const pictured = event.cover !== null && !event.deceased
  const places = open && placesOf(event)
  return (
    <div id="opening" className="acacia">
      <PaintWithOpening />
      <div className="wrap opening">
        <Trail links={exploreTrail(kind.type)} />
        <div className={classes('grid gap-6', pictured && 'g75')}>
          <div className="stack">
            <EventTime event={event} opening>
              <div
                className="small reader-clock"
                data-from={event.startDate}
                data-to={event.endDate}
                data-locale={locale()}
                data-place-zone={placeZone}
                data-words={text.yourTime('#', '#')}
                data-room={text.yourTime(text.span(from, to), zone)}
              />
            </EventTime>
            <h1 className="break">{event.title}</h1>
            <EventPlace event={event} />
            {action}
            {places && <p className="small">{places}</p>}
          </div>
          {pictured && <EventPicture event={event} sizes="(min-width: 900px) 500px, 100vw" tall />}
        </div>
      </div>
    </div>
  )
}
