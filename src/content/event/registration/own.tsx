import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
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
  const [asking, setAsking] = useState(false)
  const queryClient = useQueryClient()
  const giveBack = useMutation({
    mutationFn: () => api.event.unregister({ id: eventId, email: registration.email }),
    onSuccess: () => {
      notify.success(words.gaveBack)
      setAsking(false)
      void queryClient.invalidateQueries({ queryKey: ['event'] })
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {words.giveBack}
        <span className="sr"> {words.giveBackFor(registration.fullName)}</span>
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => giveBack.mutate()}
        busy={giveBack.isPending}
        title={words.giveBackTitle}
        confirm={words.giveBack}
        cancel={text.keep}
      >
        <p>{words.giveBackBody}</p>
      </ConfirmDialog>
    </>
  )
}
