import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { mayLink } from '../entry/archive.ts'
import { entryHead } from '../entry/head.ts'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { Related, shownLinks } from '../entry/link/related.tsx'
import { ReportLink } from '../entry/report/button.tsx'
import type { Route } from './+types/detail.page.ts'
import { EventDetails } from './details.tsx'
import { text } from './text.ts'
import { statusOf } from './when.ts'

/** A public event, readable by anyone it is meant for, without script. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const { id } = params
  const [event, links] = await Promise.all([api.event.get({ id }), api.archive.links({ id, limit: shownLinks })])
  return { event, links, mayLink: mayLink(context.get(viewerContext), event) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { event } = given.loaderData
  const { description, type, venue, location, address, startDate, endDate, cancelledAt, organizer } = event
  const attendance = { 'in-person': 'Offline', virtual: 'Online', hybrid: 'Mixed' }[type]
  const schema = {
    '@type': 'Event',
    startDate,
    endDate,
    eventStatus: `https://schema.org/Event${cancelledAt ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: `https://schema.org/${attendance}EventAttendanceMode`,
    location: { '@type': 'Place', name: venue ?? location, address: address ?? location },
    organizer: organizer ? { '@type': 'Person', name: organizer.name } : undefined,
  }
  return entryHead(given, event, { description, schema, files: [event.cover] })
}

export default function EventPage({ loaderData: { event, links, mayLink } }: Route.ComponentProps) {
  const page = `/dashboard/events/${event.id}`
  const open = event.cancelledAt === null && statusOf(event) !== 'past'
  return (
    <>
      <TitleBand field="acacia" title={event.title} lead={text.categories[event.category]} />
      <div className="sec">
        <article className="wrap stack gap-6">
          <HiddenNote entry={event} />
          <EventDetails event={event} />
          <Related id={event.id} links={links} mayLink={mayLink} />
          <p className="row">
            {open && (
              <>
                <ButtonLink href={page} data-session="member">
                  {text.register}
                </ButtonLink>
                <ButtonLink href={`/login?redirect=${encodeURIComponent(page)}`} data-session="guest">
                  {text.logInToRegister}
                </ButtonLink>
              </>
            )}
            <ButtonLink variant="line" icon="event" href={`/events/${event.id}.ics`}>
              {text.calendar}
            </ButtonLink>
            <ReportLink id={event.id} />
          </p>
        </article>
      </div>
    </>
  )
}
