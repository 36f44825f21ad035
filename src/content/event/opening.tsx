import type { ReactNode } from 'react'
import { exploreTrail } from '#content/entry/explore-pages.ts'
import { placeZone } from '#text/day.ts'
import { locale } from '#text/language.ts'
import { dayAndMonth } from '#ui/data/formats.ts'
import { classes } from '#ui/field.ts'
import { PaintWithOpening } from '#ui/layout/first-paint.tsx'
import { Trail } from '#ui/layout/title-band.tsx'
import { DayBlock } from '#ui/list/byline.tsx'
import { EventMarks, EventPicture, placesOf } from './details.tsx'
import { kind } from './kind.ts'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { whenOf } from './when.ts'

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
export function EventOpening({ event, open, action }: OpeningProps) {
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
