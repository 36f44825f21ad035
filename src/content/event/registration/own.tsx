import { useQueryClient } from '@tanstack/react-query'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import type { Event } from '../schema.ts'
import { text } from '../text.ts'
import type { OwnRegistration } from './schema.ts'

/** What the member has registered for this event, each to be given back; nothing without any. */
export function OwnRegistrations({ event }: { event: Event }) {
  const words = text.registration
  if (event.registrations.length === 0) return null
  return (
    <section className="stack gap-3">
      <h2 className="t1">{words.yours}</h2>
      <ul className="list">
        {event.registrations.map((one) => (
          <li key={one.email} className="row split">
            <p className="grow-words">
              <b>{one.fullName}</b>, {text.people.states[one.state]}
              <br />
              <span className="small dim">{one.email}</span>
            </p>
            <GiveBack eventId={event.id} registration={one} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function GiveBack({ eventId, registration }: { eventId: string; registration: OwnRegistration }) {
  const words = text.registration
  const queryClient = useQueryClient()
  async function giveBack() {
    await api.event.unregister({ id: eventId, email: registration.email })
    notify.success(words.gaveBack)
    void queryClient.invalidateQueries({ queryKey: ['event'] })
  }
  return (
    <ConfirmButton
      label={words.giveBack}
      of={words.giveBackFor(registration.fullName)}
      title={words.giveBackTitle}
      cancel={text.keep}
      act={giveBack}
    >
      {words.giveBackBody}
    </ConfirmButton>
  )
}
