import { useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { offers } from '#content/entry/policy.ts'
import { MemberEntry, MemberPage } from '#content/media/summary/member-page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { KindLabel } from '#ui/list/labels.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/member.page.ts'
import { useRegistering } from './card.tsx'
import { EventDetails } from './details.tsx'
import { EventForm } from './form/form.tsx'
import { kind } from './kind.ts'
import { RegistrationList } from './registration/list.tsx'
import { OwnRegistrations } from './registration/own.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'

const { type } = kind

export const meta = titled(() => text.title)

/** The dashboard page of an event, where members read about it and register, and its author edits it. */
export default function MemberEvent({ params: { id } }: Route.ComponentProps) {
  const query = useAnswer([type, id], (options) => api.event.get({ id }, options))
  return (
    <MemberPage query={query} type={type} text={text}>
      {(event) => <Opened key={event.id} event={event} />}
    </MemberPage>
  )
}

function Opened({ event }: { event: Event }) {
  const { id, title, category, cancelledAt, status, may } = event
  const setting = useDateSetting()
  const [params] = useSearchParams()
  const { opener, another, dialog } = useRegistering(event, { isAsked: params.has('register') })
  return (
    <MemberEntry
      entry={event}
      type={type}
      text={text}
      Form={EventForm}
      actions={offers(event, 'edit') && cancelledAt === null && status !== 'past' && <Cancel id={id} />}
      after={may?.includes('registrations') && <RegistrationList eventId={id} />}
    >
      <div className="stack">
        <p>
          <KindLabel {...kind.look} label={text.categories[category]} />
        </p>
        <h1 className="break">{title}</h1>
      </div>
      <EntryNotes entry={event} />
      <EventDetails
        event={event}
        setting={setting}
        action={
          <div className="row">
            {opener}
            {another}
            <ButtonLink variant="line" icon="calendar" href={`/events/${id}.ics`}>
              {text.calendar}
            </ButtonLink>
          </div>
        }
      />
      <OwnRegistrations event={event} />
      {dialog}
    </MemberEntry>
  )
}

function Cancel({ id }: { id: string }) {
  const queryClient = useQueryClient()
  async function cancel() {
    queryClient.setQueryData([type, id], await api.event.update({ id, cancelled: true }, { changedFrom: null }))
    void queryClient.invalidateQueries({ queryKey: [type] })
    notify.success(text.cancelDone)
  }
  return (
    <ConfirmButton label={text.cancelEvent} title={text.cancelTitle} cancel={text.keep} act={cancel}>
      {text.cancelBody}
    </ConfirmButton>
  )
}
