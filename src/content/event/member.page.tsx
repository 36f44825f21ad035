import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { KindLabel } from '#ui/labels.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useHasRole, useUser } from '#web/session.ts'
import { pageOf } from '../entry/address.ts'
import { CopyLink } from '../entry/copy-link.tsx'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { RelatedTo } from '../entry/link/member.tsx'
import { Oversight } from '../entry/oversight.tsx'
import { ReportButton } from '../entry/report/button.tsx'
import type { Route } from './+types/member.page.ts'
import { useRegistering } from './card.tsx'
import { EventDetails } from './details.tsx'
import { EventForm } from './form.tsx'
import { RegistrationList } from './registration/list.tsx'
import { OwnRegistrations } from './registration/own.tsx'
import type { Event } from './schema.ts'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** One event for a member: read, register, and change one's own. */
export default function MemberEvent({ params: { id } }: Route.ComponentProps) {
  const event = useQuery({ queryKey: ['event', id], queryFn: ({ signal }) => api.event.get({ id }, { signal }) })
  const gone = event.error instanceof ApiError && event.error.status === 404
  return (
    <div className="stack gap-5 mid">
      <p>
        <ButtonLink variant="text" className="flush" to="/dashboard/events">
          {text.back}
        </ButtonLink>
      </p>
      {event.isPending && <Skeleton count={1} label={text.loading} />}
      {event.isError && (
        <ErrorState title={gone ? text.missing : text.oneFailed} onRetry={gone ? undefined : () => event.refetch()}>
          {gone ? undefined : event.error.message}
        </ErrorState>
      )}
      {event.data && <Opened event={event.data} />}
    </div>
  )
}

function Opened({ event }: { event: Event }) {
  const [editing, setEditing] = useState(false)
  const setting = useDateSetting()
  const isAdmin = useHasRole('admin')
  const mine = useUser()?.id === event.organizer?.id
  const { opener, another, dialog } = useRegistering(event)
  if (editing) return <Editing event={event} onDone={() => setEditing(false)} />
  return (
    <article className="stack gap-6">
      <div className="stack">
        <p>
          <KindLabel kind="event" label={text.categories[event.category]} />
        </p>
        <h1>{event.title}</h1>
      </div>
      <HiddenNote entry={event} />
      <EventDetails event={event} setting={setting} flat />
      <OwnRegistrations event={event} />
      <RelatedTo entry={event} />
      <div className="row">
        {opener}
        {another}
        <ButtonLink variant="line" icon="event" href={`/events/${event.id}.ics`}>
          {text.calendar}
        </ButtonLink>
        <CopyLink path={addressOf(event)} />
        <ReportButton entry={event} />
        {mine && (
          <>
            <Button variant="line" onClick={() => setEditing(true)}>
              {text.edit}
            </Button>
            {event.cancelledAt === null && event.status !== 'past' && <Cancel id={event.id} />}
            <Remove id={event.id} />
          </>
        )}
        <Oversight
          entry={event}
          update={(change) => api.event.update({ id: event.id, ...change })}
          list="/dashboard/events"
        />
      </div>
      {(mine || isAdmin) && <RegistrationList eventId={event.id} />}
      {dialog}
    </article>
  )
}

function Editing({ event, onDone }: { event: Event; onDone: () => void }) {
  const queryClient = useQueryClient()
  return (
    <>
      <h1>{text.edit}</h1>
      <EventForm
        event={event}
        onSubmitted={(changed) => {
          queryClient.setQueryData(['event', event.id], changed)
          void queryClient.invalidateQueries({ queryKey: ['event'] })
          onDone()
        }}
      />
      <Button variant="text" onClick={onDone}>
        {text.back}
      </Button>
    </>
  )
}

function Cancel({ id }: { id: string }) {
  const queryClient = useQueryClient()
  async function cancel() {
    queryClient.setQueryData(['event', id], await api.event.update({ id, cancelled: true }))
    void queryClient.invalidateQueries({ queryKey: ['event'] })
    notify.success(text.cancelDone)
  }
  return (
    <ConfirmButton label={text.cancelEvent} title={text.cancelTitle} cancel={text.keep} act={cancel}>
      {text.cancelBody}
    </ConfirmButton>
  )
}

function Remove({ id }: { id: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  async function remove() {
    await api.event.remove({ id })
    notify.success(text.removed)
    await navigate('/dashboard/events')
    queryClient.removeQueries({ queryKey: ['event', id] })
    void queryClient.invalidateQueries({ queryKey: ['event'] })
  }
  return (
    <ConfirmButton label={text.remove} title={text.removeTitle} cancel={text.keep} act={remove}>
      {text.removeBody}
    </ConfirmButton>
  )
}

function addressOf(entry: Event): string {
  return entry.visibility === 'public' ? pageOf(entry) : `/dashboard/events/${entry.id}`
}
