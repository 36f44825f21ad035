import type { ReactNode } from 'react'
import { topicPage } from '#content/entry/explore-pages.ts'
import { AuthorName } from '#content/entry/page/author.tsx'
import { MapLink } from '#content/entry/point/map-link.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { type DateSetting, dayAndMonth } from '#ui/data/formats.ts'
import { PlaceholderPicture } from '#ui/drawing/terraces.tsx'
import { classes, type Field } from '#ui/field.ts'
import { Avatar, DayBlock } from '#ui/list/byline.tsx'
import { StatusPill, TagList } from '#ui/list/labels.tsx'
import { Facts } from '#ui/list/list.tsx'
import { Picture } from '#ui/media/picture.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { whenFor } from './when.ts'

type EventProps = { event: Event }
type ContentProps = EventProps & {
  level?: 2 | 3
  /** Shown before the description. */
  children?: ReactNode
}

/** The details of an event on each of its pages: its description, schedule, address with a map link, and topics. */
export function EventContent({ event, level = 2, children }: ContentProps) {
  const { description, schedule, address, location, mapUrl } = event
  const Heading = `h${level}` as const
  return (
    <>
      <Covered entry={event}>
        {children}
        <div className="prose">
          {paragraphsOf(description).map(({ at, words }) => (
            <p key={at}>{words}</p>
          ))}
        </div>
        {schedule.length > 0 && (
          <section className="stack gap-3">
            <Heading className="t1">{text.schedule}</Heading>
            <ol className="plan">
              {numbered(schedule).map(({ at, time, title, description }) => (
                <li key={at}>
                  <b className="num">{time}</b>
                  <div className="grow">
                    <p className="strong">{title}</p>
                    {description && <p className="dim small">{description}</p>}
                  </div>
                </li>
              ))}
            </ol>
          </section>
        )}
        {(address || mapUrl) && (
          <section className="stack gap-3">
            <Heading className="t1">{text.where}</Heading>
            <p>{[address, location].filter(Boolean).join(', ')}</p>
            {mapUrl && (
              <p>
                <ButtonLink variant="line" icon="pin" href={mapUrl} target="_blank" rel="noopener noreferrer nofollow">
                  {text.openMap}
                </ButtonLink>
              </p>
            )}
          </section>
        )}
      </Covered>
      <TagList tags={event.tags} hrefOf={topicPage} />
    </>
  )
}

type DetailsProps = Omit<ContentProps, 'children'> & { setting: DateSetting; action?: ReactNode }

/** The details with the facts that the public page shows elsewhere. `action` is shown below the time. */
export function EventDetails({ setting, action, ...details }: DetailsProps) {
  const { event } = details
  return (
    <div className="stack gap-5">
      <EventContent {...details}>
        <EventTime event={event} setting={setting}>
          <EventPlace event={event} />
        </EventTime>
        {action}
        <EventPicture event={event} sizes="(min-width: 900px) 680px, 100vw" />
        <EventFacts event={event} />
        <Faces event={event} />
      </EventContent>
    </div>
  )
}

type FactsProps = EventProps & { places?: boolean }

/** Shows facts in two columns. `places` is false where another part of the page shows the number of places. */
export function EventFacts({ event, places = true }: FactsProps) {
  const { type, category, organizer, point } = event
  const { facts } = text
  const rows = [
    [facts.type, text.types[type]],
    [facts.category, text.categories[category]],
    [ofEntry.point.label, point && <MapLink point={point} />],
    [facts.organizer, organizer ? <AuthorName key="organizer" author={organizer} /> : text.formerOrganizer],
    [facts.places, places && placesOf(event)],
  ] as const
  return <Facts rows={rows} />
}

/** Returns how many places are left or, without a limit, how many people are going; false if nobody is. */
export function placesOf({ capacity, placesLeft, going }: Event) {
  if (capacity !== null && placesLeft !== null) return text.placesLeft(placesLeft, capacity)
  return going > 0 && text.going(going)
}

/** Shows photos of people who are going and want to be shown. */
export function Faces({ event: { attendees } }: EventProps) {
  const faces = attendees.filter(({ avatar }) => avatar)
  if (faces.length === 0) return null
  return (
    <ul className="row gap-2" aria-label={text.faces}>
      {faces.map(({ id, avatar }) => (
        <li key={id}>
          <Avatar name="" photo={avatar} />
        </li>
      ))}
    </ul>
  )
}

type TimeProps = EventProps & { setting?: DateSetting; opening?: boolean; children?: ReactNode }

/**
 * Shows the day, status and hours on the place's clock and, where it differs, on the reader's beside it.
 * @param opening true at the top of the public page, where the reading script knows the reader's clock
 */
export function EventTime({ event, setting, opening, children }: TimeProps) {
  const { place, reader } = whenFor(event, setting)
  const look = classes(!opening && 'dim', 'small')
  return (
    <div className={classes('ev', opening && 'middle')}>
      <DayBlock field={opening ? 'maize' : 'acacia'} {...dayAndMonth(event.startDate)} />
      <div className="stack gap-1 grow">
        <EventMarks event={event} opening={opening} />
        <p className="strong">{text.span(place.from, place.to)}</p>
        <p className={look}>{place.zone}</p>
        {reader && <p className={look}>{text.yourTime(text.span(reader.from, reader.to), reader.zone)}</p>}
        {children}
      </div>
    </div>
  )
}

export function EventPlace({ event: { venue, location } }: EventProps) {
  return <p className="break">{[venue, location].filter(Boolean).join(', ')}</p>
}

/**
 * Shows badges for the status of an event, the viewer's registration and limited visibility.
 * @param opening true beside the date at the top of the page, where "Upcoming" would say nothing new
 */
export function EventMarks({ event, opening }: EventProps & { opening?: boolean }) {
  const { status, cancelledAt, state, visibility, registrations } = event
  const [own] = registrations
  const statusField = opening ? 'milk' : status === 'past' ? 'dusk' : 'acacia'
  const marks: [Field, string][] = []
  if (cancelledAt) marks.push(['ochre', text.cancelled])
  else if (!opening || status !== 'upcoming') marks.push([statusField, text.statuses[status]])
  if (own) marks.push(['maize', own.state === 'registered' ? text.registered : text.waiting])
  if (state === 'draft') marks.push(['maize', ofEntry.states.draft])
  if (state === 'hidden') marks.push(['ochre', ofEntry.states.hidden])
  if (visibility === 'members') marks.push(['dusk', text.membersOnly])
  if (marks.length === 0) return null
  return (
    <p className="row gap-2">
      {marks.map(([field, label]) => (
        <StatusPill key={label} field={field}>
          {label}
        </StatusPill>
      ))}
    </p>
  )
}

/** Shows the cover, or a drawing of a hill if there is none; in 4:3 if `tall`, otherwise in 16:9. */
export function EventPicture({ event: { cover, id }, sizes, tall }: { event: Event; sizes: string; tall?: boolean }) {
  const look = classes('round', tall && 'tall')
  if (!cover) return <PlaceholderPicture field="acacia" className={look} view={id.charCodeAt(id.length - 1)} />
  return (
    <div className={classes('pic', look)}>
      <Picture file={cover} alt="" sizes={sizes} opening={tall} />
    </div>
  )
}

function paragraphsOf(description: string) {
  return numbered(description.split(/\n+/).map((words) => ({ words })))
}

/** Numbers the lines, because equal ones need different keys. */
function numbered<T extends object>(lines: readonly T[]) {
  return lines.map((line, at) => ({ ...line, at }))
}
