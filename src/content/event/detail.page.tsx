import type { ReactNode } from 'react'
import { exploreTrail, topicPage } from '#content/entry/explore-pages.ts'
import { Related, shownLinks } from '#content/entry/link/related.tsx'
import { entryHead, personIn, schemaOf } from '#content/entry/page/head.ts'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { readComments } from '#content/media/comment/page/read.ts'
import { ReadingComments } from '#content/media/comment/page/reading.tsx'
import { EntryColumns } from '#content/media/summary/columns.tsx'
import { placeZone } from '#text/day.ts'
import { locale } from '#text/language.ts'
import { ButtonLink } from '#ui/button.tsx'
import { dayAndMonth } from '#ui/data/formats.ts'
import { classes } from '#ui/field.ts'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { Trail } from '#ui/layout/title-band.tsx'
import { DayBlock } from '#ui/list/byline.tsx'
import { TagList } from '#ui/list/labels.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { EventFacts, EventMarks, EventPicture, EventProgramme, Faces, placesOf } from './details.tsx'
import { kind } from './kind.ts'
import { OwnRegistrationsRead } from './registration/public.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { statusOf, whenOf } from './when.ts'

/** Loads the public page of an event, which works without JavaScript. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  const [event, links, around, comments] = await Promise.all([
    api.event.get({ id }),
    api.archive.links({ id, limit: shownLinks }),
    api.explore.around({ id }),
    readComments(api, request, id),
  ])
  return { event, links, around, comments }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { event } = args.loaderData
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

export default function EventPage({ loaderData: { event, links, around, comments } }: Route.ComponentProps) {
  const page = `/dashboard/events/${event.id}?register`
  const isPast = statusOf(event) === 'past'
  const open = event.cancelledAt === null && !isPast
  return (
    <>
      <EventOpening
        event={event}
        open={open}
        action={
          <p className="row noprint">
            {open && (
              <>
                {event.registrations.length === 0 && (
                  <ButtonLink href={page} data-session="member">
                    {text.register}
                  </ButtonLink>
                )}
                <ButtonLink href={`/login?redirect=${encodeURIComponent(page)}`} data-session="guest">
                  {text.logInToRegister}
                </ButtonLink>
              </>
            )}
            {isPast && links.items.length > 0 && <ButtonLink href="#related">{text.seeShared}</ButtonLink>}
            <ButtonLink variant="line" icon="calendar" href={`/events/${event.id}.ics`}>
              {text.calendar}
            </ButtonLink>
          </p>
        }
      />
      <EntryColumns
        entry={event}
        around={around}
        facts={
          <>
            <Faces event={event} />
            <EventFacts event={event} places={false} />
          </>
        }
      >
        <p role="status" tabIndex={-1} className="strong" data-registration-said={text.registration.gaveBack} />
        <EntryNotes entry={event} />
        <OwnRegistrationsRead event={event} />
        <Covered entry={event}>
          {event.deceased && event.cover && <EventPicture event={event} sizes="(min-width: 900px) 800px, 100vw" />}
          <EventProgramme event={event} level={2} />
        </Covered>
        <TagList tags={event.tags} hrefOf={topicPage} />
        <Related entry={event} links={links} />
        <ReadingComments entry={{ id: event.id, type: kind.type }} comments={comments} />
      </EntryColumns>
    </>
  )
}

type OpeningProps = {
  event: Event
  /** True if people can still register. */
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
            <div className="ev middle">
              <DayBlock field="maize" {...dayAndMonth(event.startDate)} />
              <div className="stack gap-1 grow">
                <EventMarks event={event} opening />
                <p className="strong">{text.span(from, to)}</p>
                <p className="small">{zone}</p>
                <div
                  className="small reader-clock"
                  data-from={event.startDate}
                  data-to={event.endDate}
                  data-locale={locale()}
                  data-place-zone={placeZone}
                  data-words={text.yourTime('#', '#')}
                  data-room={text.yourTime(text.span(from, to), zone)}
                />
              </div>
            </div>
            <h1 className="break">{event.title}</h1>
            <p className="break">{[event.venue, event.location].filter(Boolean).join(', ')}</p>
            {action}
            {places && <p className="small">{places}</p>}
          </div>
          {pictured && <EventPicture event={event} sizes="(min-width: 900px) 500px, 100vw" tall />}
        </div>
      </div>
    </div>
  )
}
