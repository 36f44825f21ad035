import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'
import type { Event } from '../schema.ts'
import { text as ofEvents } from '../text.ts'
import type { OwnRegistration } from './schema.ts'
import { text } from './text.ts'

/** The member's registrations for this event, each with a cancel button. */
export function OwnRegistrations({ event, level = 2 }: { event: Event; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  if (event.registrations.length === 0) return null
  return (
    <section className="stack gap-3">
      <Heading className="t1">{text.yours}</Heading>
      <RegistrationRows event={event} action={(one) => <GiveBack eventId={event.id} registration={one} />} />
    </section>
  )
}

type RowsProps = { event: Event; action: (registration: OwnRegistration) => ReactNode }

/** The list of the member's registrations, on each of the event's pages. */
export function RegistrationRows({ event, action }: RowsProps) {
  return (
    <ul className="list">
      {event.registrations.map((one) => (
        <li key={one.email} className="row split">
          <p className="grow-words">
            <b>{one.fullName}</b>, {text.people.states[one.state]}
            <br />
            <span className="small dim">{one.email}</span>
            {one.emailFails && <span className="small strong"> {text.emailFails}</span>}
          </p>
          {action(one)}
        </li>
      ))}
    </ul>
  )
}

function GiveBack({ eventId, registration }: { eventId: string; registration: OwnRegistration }) {
  const queryClient = useQueryClient()
  async function giveBack() {
    await api.event.unregister({ id: eventId, email: registration.email })
    notify.success(text.gaveBack)
    void queryClient.invalidateQueries({ queryKey: ['event'] })
  }
  return (
    <ConfirmButton
      label={text.giveBack}
      of={text.giveBackFor(registration.fullName)}
      title={text.giveBackTitle}
      cancel={ofEvents.keepRegistration}
      act={giveBack}
    >
      {text.giveBackBody}
    </ConfirmButton>
  )
}
