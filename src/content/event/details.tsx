import type { ReactNode } from 'react'
import { topicPage } from '#content/entry/explore-pages.ts'
import { AuthorName } from '#content/entry/page/author.tsx'
import { MapLink } from '#content/entry/point/map-link.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { LabelNote } from '#content/entry/visibility/labels.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { type DateSetting, dayAndMonth } from '#ui/data/formats.ts'
import { PlaceholderPicture } from '#ui/drawing/contour.tsx'
import { classes, type Field } from '#ui/field.ts'
import { Avatar, DayBlock } from '#ui/list/byline.tsx'
import { StatusPill, TagList } from '#ui/list/labels.tsx'
import { Facts } from '#ui/list/list.tsx'
import { Picture } from '#ui/media/picture.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { whenFor } from './when.ts'

type EventProps = { event: Event }
type TimeProps = EventProps & { setting: DateSetting }
type DetailsProps = TimeProps & { level?: 2 | 3; action?: ReactNode }

/** The details of an event for members, in a dialog and on its page. `action` is shown below the time. */
export function EventDetails({ event, setting, level = 2, action }: DetailsProps) {
  return (
    <div className="stack gap-5">
      <LabelNote entry={event} />
      <Covered entry={event}>
        <EventTime event={event} setting={setting} />
        {action}
        <EventPicture event={event} sizes="(min-width: 900px) 680px, 100vw" />
        <EventFacts event={event} />
        <Faces event={event} />
        <EventProgramme event={event} level={level} />
      </Covered>
      <TagList tags={event.tags} hrefOf={topicPage} />
    </div>
  )
}

/** Shows the description, the schedule and the address with a map link. */
export function EventProgramme({
  event: { description, schedule, address, location, mapUrl },
  level,
}: {
  event: Event
  level: 2 | 3
}) {
  const Heading = `h${level}` as const
  return (
    <>
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
    </>
  )
}

type FactsProps = EventProps & { places?: boolean }

/** Shows facts in two columns. `places` is false where another part of the page shows the number of places. */
export function EventFacts({ event, places = true }: FactsProps) {
  const { type, category, organizer, point } = event
  const { facts } = text
  const rows = [
    [facts.type, text.types[type]],
    [text.form.category, text.categories[category]],
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

/** Shows the day, status, hours and place, on the place's clock and, where it differs, on the reader's beside it. */
function EventTime({ event, setting }: TimeProps) {
  const { place, reader } = whenFor(event, setting)
  return (
    <div className="ev">
      <DayBlock {...dayAndMonth(event.startDate)} />
      <div className="stack gap-1 grow">
        <EventMarks event={event} />
        <p className="strong">{text.span(place.from, place.to)}</p>
        <p className="dim small">{place.zone}</p>
        {reader && <p className="dim small">{text.yourTime(text.span(reader.from, reader.to), reader.zone)}</p>}
        <p className="break">{[event.venue, event.location].filter(Boolean).join(', ')}</p>
      </div>
    </div>
  )
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
