import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { DayBlock } from '#ui/byline.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { dayAndMonth } from '#ui/formats.ts'
import { useLate } from '#ui/late.ts'
import { LateFailed } from '#ui/late-part.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { LabelMarks } from '../entry/labels.tsx'
import { EventDetails, EventMarks } from './details.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { statusOf, whenOf } from './when.ts'

/** An event in a list: its day, hours and place, and the way to its details and its registration (spec §2). */
export function EventCard({ event, level = 3 }: { event: Event; level?: 2 | 3 }) {
  const [detailed, setDetailed] = useState(false)
  const { opener, dialog } = useRegistering(event, () => setDetailed(false))
  const setting = useDateSetting()
  const { from, to, zone } = whenOf(event, setting)
  const Heading = `h${level}` as const
  return (
    <article className="card">
      <div className="in ev">
        <DayBlock {...dayAndMonth(event.startDate, setting)} />
        <div className="stack gap-3 grow">
          <Heading className="t2">
            <Link to={`/dashboard/events/${event.id}`}>{event.title}</Link>
          </Heading>
          <p className="dim">
            {text.span(from, to)}, {zone}
            <br />
            {event.venue ?? event.location}
          </p>
          <p className="row gap-2">
            <EventMarks event={event} />
          </p>
          <LabelMarks entry={event} />
          <p className="row">
            {opener}
            <Button variant="line" onClick={() => setDetailed(true)}>
              {text.details}
              <span className="sr"> {event.title}</span>
            </Button>
          </p>
        </div>
      </div>
      <Dialog
        open={detailed}
        onClose={() => setDetailed(false)}
        title={event.title}
        footer={
          <>
            <Button variant="text" onClick={() => setDetailed(false)}>
              {text.close}
            </Button>
            {opener}
          </>
        }
      >
        <EventDetails event={event} setting={setting} level={3} flat />
      </Dialog>
      {dialog}
    </article>
  )
}

/** The button that opens the registration, where one may still register, and the dialog it opens. */
export function useRegistering(event: Event, onOpen?: () => void) {
  const [open, setOpen] = useState(false)
  const { part, failed, retry } = useLate(() => import('./registration/dialog.tsx'), open)
  const RegisterDialog = part?.RegisterDialog
  const may = event.cancelledAt === null && event.state === 'published' && statusOf(event) !== 'past'
  const full = event.placesLeft === 0
  const own = event.registrations.length > 0
  function show() {
    onOpen?.()
    setOpen(true)
  }
  return {
    opener: may && !own && (
      <Button onClick={show}>
        {full ? text.joinList : text.register}
        <span className="sr"> {event.title}</span>
      </Button>
    ),
    another: may && own && (
      <Button variant="line" onClick={show}>
        {text.registration.another}
      </Button>
    ),
    dialog: RegisterDialog ? (
      <RegisterDialog event={event} open={open} onClose={() => setOpen(false)} />
    ) : (
      <Dialog open={open} onClose={() => setOpen(false)} title={text.register} slim>
        {failed ? (
          <LateFailed why={failed} title={text.registration.formFailed} onRetry={retry} />
        ) : (
          <Skeleton shape="list" count={3} />
        )}
      </Dialog>
    ),
  }
}
