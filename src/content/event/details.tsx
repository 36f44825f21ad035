import { ButtonLink } from '#ui/button.tsx'
import { Avatar, DayBlock } from '#ui/byline.tsx'
import { PlaceholderPicture } from '#ui/contour.tsx'
import { classes } from '#ui/field.ts'
import { type DateSetting, dayAndMonth } from '#ui/formats.ts'
import { StatusPill, TagList } from '#ui/labels.tsx'
import { Facts } from '#ui/list.tsx'
import { Picture } from '#ui/picture.tsx'
import { Covered } from '../entry/covered.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { text as ofEntry } from '../entry/text.ts'
import { Whereabouts } from '../entry/whereabouts.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { whenOf } from './when.ts'

type Shown = { event: Event; setting?: DateSetting }

/**
 * All that is known of an event, under its title: in the Details modal, on its page and on the public page.
 * @param flat a low picture, which is a hill where the event has none
 */
export function EventDetails({ event, setting, level = 2, flat }: Shown & { level?: 2 | 3; flat?: boolean }) {
  const { description, schedule, address, location, mapUrl, tags, attendees } = event
  const Heading = `h${level}` as const
  const faces = attendees.filter(({ avatar }) => avatar)
  return (
    <div className="stack gap-5">
      <LabelNote entry={event} />
      <Covered entry={event}>
        {(flat || event.cover) && <EventPicture event={event} sizes="(min-width: 900px) 800px, 100vw" flat={flat} />}
        <EventTime event={event} setting={setting} />
        <Facts rows={factsOf(event)} />
        {faces.length > 0 && (
          <ul className="row gap-2" aria-label={text.faces}>
            {faces.map(({ id, avatar }) => (
              <li key={id}>
                <Avatar name="" photo={avatar} />
              </li>
            ))}
          </ul>
        )}
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
      <TagList tags={tags} />
    </div>
  )
}

/** Day, status, hours, and whose clocks they are on. */
export function EventTime({ event, setting }: Shown) {
  const { from, to, zone } = whenOf(event, setting)
  return (
    <div className="ev">
      <DayBlock {...dayAndMonth(event.startDate, setting)} />
      <div className="stack gap-1 grow">
        <p className="row gap-2">
          <EventMarks event={event} />
        </p>
        <p className="strong">{text.span(from, to)}</p>
        <p className="dim small">{zone}</p>
      </div>
    </div>
  )
}

/** Where an event stands, and what sets it apart from one that everybody sees. */
export function EventMarks({ event: { status, cancelledAt, state, visibility, registrations } }: Shown) {
  const [own] = registrations
  return (
    <>
      {cancelledAt ? (
        <StatusPill field="ochre">{text.cancelled}</StatusPill>
      ) : (
        <StatusPill field={status === 'past' ? 'dusk' : 'acacia'}>{text.statuses[status]}</StatusPill>
      )}
      {own && <StatusPill field="maize">{own.state === 'registered' ? text.registered : text.waiting}</StatusPill>}
      {state === 'draft' && <StatusPill field="maize">{text.draft}</StatusPill>}
      {state === 'hidden' && <StatusPill field="ochre">{text.hidden}</StatusPill>}
      {visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
    </>
  )
}

/** The cover, or a hill where there is none. */
export function EventPicture({ event: { cover, id }, sizes, flat }: { event: Event; sizes: string; flat?: boolean }) {
  const look = classes('round', flat && 'flat')
  if (!cover) return <PlaceholderPicture field="acacia" className={look} view={id.charCodeAt(id.length - 1)} />
  return (
    <div className={classes('pic', look)}>
      <Picture file={cover} alt="" sizes={sizes} />
    </div>
  )
}

function factsOf({ type, venue, location, organizer, capacity, placesLeft, going, point }: Event) {
  const { facts } = text
  return [
    [facts.type, text.types[type]],
    [facts.venue, venue],
    [facts.location, location],
    [ofEntry.point.label, point && <Whereabouts point={point} />],
    [facts.organizer, organizer?.name ?? text.formerOrganizer],
    [
      facts.places,
      capacity === null || placesLeft === null ? going > 0 && text.going(going) : text.placesLeft(placesLeft, capacity),
    ],
  ] as const
}

function paragraphsOf(description: string) {
  return numbered(description.split(/\n+/).map((words) => ({ words })))
}

/** Lines that may be alike, each with its place for a key. */
function numbered<T extends object>(lines: readonly T[]) {
  return lines.map((line, at) => ({ ...line, at }))
}
