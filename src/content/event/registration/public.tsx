import { Button } from '#ui/button.tsx'
import { Said, SentForm } from '#ui/form/sent-form.tsx'
import { Checkbox, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import type { Event } from '../schema.ts'
import { text as ofEvents } from '../text.ts'
import { RegistrationRows } from './own.tsx'
import { text } from './text.ts'

/** The parts of the public page that show registrations. */
const changed = '#opening,main article'
/** The element that says what was done. */
const saidIn = 'registration-said'

const addressOf = ({ id }: Pick<Event, 'id'>) => `/api/events/${id}/registration` as const

type RegisterProps = {
  event: Event
  /** The values of the member's first registration; null for further ones, which are for other people. */
  own: { fullName: string; email: string; phone: string } | null
  /** True if the address asks for the form, which is then open. */
  isAsked: boolean
}

/** The form with which a member registers on the public page, which has no React. */
export function RegisterRead({ event, own, isAsked }: RegisterProps) {
  const isFirst = own !== null
  const isFull = event.placesLeft === 0
  const label = isFull ? ofEvents.joinList : ofEvents.register
  return (
    <details className="stack" open={isAsked && isFirst} data-session="member">
      <summary className={isFirst ? 'btn' : 'btn line'}>{isFirst ? label : text.another}</summary>
      <SentForm
        className="block stack milk"
        send={`POST ${addressOf(event)}`}
        renews={changed}
        said={{ words: text.done, in: saidIn }}
        failed={text.failed}
        data-waiting={text.listed}
      >
        {isFull && <p>{text.full}</p>}
        <TextField
          label={text.fullName}
          name="fullName"
          autoComplete="name"
          maxLength={100}
          defaultValue={own?.fullName}
        />
        <TextField label={text.email} name="email" type="email" autoComplete="email" defaultValue={own?.email} />
        <TextField
          label={text.phone}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          defaultValue={own?.phone}
        />
        <Checkbox label={text.showMe} name="showMe" />
        <input type="checkbox" name="waitlist" defaultChecked={isFull} hidden />
        <Button type="submit">{label}</Button>
      </SentForm>
    </details>
  )
}

/** Says what a form about registrations has done. */
export function RegistrationSaid() {
  return <Said id={saidIn} />
}

/** Shows the member's registrations on the public page, where they can be cancelled. */
export function OwnRegistrationsRead({ event }: { event: Event }) {
  if (event.registrations.length === 0) return null
  return (
    <Section id="registration" title={text.yours} className="stack gap-3">
      <RegistrationRows
        event={event}
        action={({ email, fullName }) => (
          <details>
            <summary className="btn line">
              {text.giveBack}
              <span className="sr"> {text.giveBackFor(fullName)}</span>
            </summary>
            <SentForm
              className="stack gap-2"
              send={`DELETE ${addressOf(event)}`}
              renews={changed}
              said={{ words: text.gaveBack, in: saidIn }}
              failed={text.notGivenBack}
            >
              <p className="strong">{text.giveBackTitle}</p>
              <p>{text.giveBackBody}</p>
              <input type="hidden" name="email" value={email} />
              <p className="row">
                <Button type="submit">{text.giveBackYes}</Button>
                <Button variant="text" data-close-details>
                  {ofEvents.keepRegistration}
                </Button>
              </p>
            </SentForm>
          </details>
        )}
      />
    </Section>
  )
}
