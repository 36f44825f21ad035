import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { HiddenNote } from '#content/entry/moderation/hidden-note.tsx'
import { Oversight } from '#content/entry/moderation/oversight.tsx'
import { Editing, MemberPage, RemoveEntry } from '#content/entry/page/member-page.tsx'
import { offers } from '#content/entry/policy.ts'
import { ReportButton } from '#content/entry/report/button.tsx'
import { UnlistedNote } from '#content/entry/visibility/unlisted-note.tsx'
import { Comments } from '#content/media/comment/page/comments.tsx'
import { MemberColumns } from '#content/media/summary/member-columns.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
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
import { EventForm } from './form.tsx'
import { kind } from './kind.ts'
import { RegistrationList } from './registration/list.tsx'
import { OwnRegistrations } from './registration/own.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** The dashboard page of an event, where members read about it and register, and its author edits it. */
export default function MemberEvent({ params: { id } }: Route.ComponentProps) {
  const event = useAnswer(['event', id], (options) => api.event.get({ id }, options))
  return (
    <MemberPage query={event} list="/dashboard/events" text={text}>
      {(data) => <Opened key={data.id} event={data} />}
    </MemberPage>
  )
}

function Opened({ event }: { event: Event }) {
  const [editing, setEditing] = useState(false)
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  const [params] = useSearchParams()
  const { opener, another, dialog } = useRegistering(event, { isAsked: params.has('register') })
  if (editing)
    return (
      <Editing text={text} onBack={() => setEditing(false)}>
        <EventForm
          entry={event}
          onSubmitted={(changed) => {
            queryClient.setQueryData(['event', event.id], changed)
            void queryClient.invalidateQueries({ queryKey: ['event'] })
            setEditing(false)
          }}
        />
      </Editing>
    )
  return (
    <MemberColumns
      entry={event}
      type={kind.type}
      after={event.may?.includes('registrations') && <RegistrationList eventId={event.id} />}
      comments={<Comments entry={{ id: event.id, type: kind.type, title: event.title }} />}
    >
      <div className="stack">
        <p>
          <KindLabel {...kind.look} label={text.categories[event.category]} />
        </p>
        <h1>{event.title}</h1>
      </div>
      <HiddenNote entry={event} />
      <UnlistedNote entry={event} />
      <EventDetails
        event={event}
        setting={setting}
        action={
          <div className="row">
            {opener}
            {another}
            <ButtonLink variant="line" icon="calendar" href={`/events/${event.id}.ics`}>
              {text.calendar}
            </ButtonLink>
          </div>
        }
      />
      <OwnRegistrations event={event} />
      <div className="row">
        <ReportButton entry={event} />
        {offers(event, 'edit') && (
          <>
            <Button variant="line" onClick={() => setEditing(true)}>
              {text.edit}
            </Button>
            {event.cancelledAt === null && event.status !== 'past' && <Cancel id={event.id} />}
          </>
        )}
        <RemoveEntry kind={kind.type} entry={event} text={text} />
        <Oversight kind={kind.type} entry={event} />
      </div>
      {dialog}
    </MemberColumns>
  )
}

function Cancel({ id }: { id: string }) {
  const queryClient = useQueryClient()
  async function cancel() {
    queryClient.setQueryData(['event', id], await api.event.update({ id, cancelled: true }, { changedFrom: null }))
    void queryClient.invalidateQueries({ queryKey: ['event'] })
    notify.success(text.cancelDone)
  }
  return (
    <ConfirmButton label={text.cancelEvent} title={text.cancelTitle} cancel={text.keep} act={cancel}>
      {text.cancelBody}
    </ConfirmButton>
  )
}
