import { useState } from 'react'
import { Link } from 'react-router'
import { LabelMarks, LabelNote } from '#content/entry/visibility/labels.tsx'
import { Button } from '#ui/button.tsx'
import { dayAndMonth } from '#ui/data/formats.ts'
import { DayBlock } from '#ui/list/byline.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { useLazy } from '#ui/state/lazy.ts'
import { LazyFailed } from '#ui/state/lazy-part.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { EventDetails, EventMarks } from './details.tsx'
import { OwnRegistrations } from './registration/own.tsx'
import { text as ofRegistration } from './registration/text.ts'
import type { Event } from './schema.ts'
import { text } from './text.ts'
import { statusOf, whenFor } from './when.ts'

/** An event in a list: day, hours and place, with its details and registration. */
export function EventCard({ event, level = 3 }: { event: Event; level?: 2 | 3 }) {
  const [detailed, setDetailed] = useState(false)
  const { opener, dialog } = useRegistering(event, { onOpen: () => setDetailed(false) })
  const setting = useDateSetting()
  const { place, reader } = whenFor(event, setting)
  const Heading = `h${level}` as const
  return (
    <article className="card">
      <div className="in stack">
        <div className="ev">
          <DayBlock {...dayAndMonth(event.startDate)} />
          <div className="stack gap-3 grow">
            <Heading className="t2">
              <Link to={`/dashboard/events/${event.id}`}>{event.title}</Link>
            </Heading>
            <p className="dim">
              {text.span(place.from, place.to)}, {place.zone}
              <br />
              {reader && (
                <>
                  {text.yourTime(text.span(reader.from, reader.to), reader.zone)}
                  <br />
                </>
              )}
              {event.venue ?? event.location}
            </p>
            <EventMarks event={event} />
            <LabelMarks entry={event} />
          </div>
        </div>
        <p className="row">
          {opener}
          <Button variant="line" onClick={() => setDetailed(true)}>
            {text.details}
            <span className="sr"> {event.title}</span>
          </Button>
        </p>
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
        <LabelNote entry={event} />
        <EventDetails event={event} setting={setting} level={3} />
        <OwnRegistrations event={event} level={3} />
      </Dialog>
      {dialog}
    </article>
  )
}

type Registering = {
  onOpen?: () => void
  /**
   * True if the member followed a link to register. The dialog then opens immediately, if the member can still register
   * and hasn't done so yet.
   */
  isAsked?: boolean
}

/** Returns the buttons that open the registration form, if registering is still possible, and its dialog. */
export function useRegistering(event: Event, { onOpen, isAsked = false }: Registering = {}) {
  const may = event.cancelledAt === null && event.state === 'published' && statusOf(event) !== 'past'
  const full = event.placesLeft === 0
  const own = event.registrations.length > 0
  const [open, setOpen] = useState(isAsked && may && !own)
  const { part, failed, retry } = useLazy(() => import('./registration/dialog.tsx'), open)
  const RegisterDialog = part?.RegisterDialog
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
        {ofRegistration.another}
      </Button>
    ),
    dialog: RegisterDialog ? (
      <RegisterDialog event={event} open={open} onClose={() => setOpen(false)} />
    ) : (
      <Dialog open={open} onClose={() => setOpen(false)} title={text.register} slim>
        {failed ? (
          <LazyFailed why={failed} title={ofRegistration.formFailed} onRetry={retry} />
        ) : (
          <Skeleton shape="list" count={3} />
        )}
      </Dialog>
    ),
  }
}
