import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, TextField } from '#ui/form/text-field.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { fieldsOf, showIssues } from '#web/fields.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { useUser } from '#web/session/session.ts'
import type { Event } from '../schema.ts'
import { text as ofEvents } from '../text.ts'
import { type OwnRegistration, RegistrationForm } from './schema.ts'
import { text } from './text.ts'

type Values = z.input<typeof RegistrationForm>
type DialogProps = { event: Event; open: boolean; onClose: () => void }

export function RegisterDialog({ event, open, onClose }: DialogProps) {
  const [registration, setRegistration] = useState<OwnRegistration | null>(null)
  const user = useUser()
  const profile = useAnswer(['account', 'profile'], (options) => api.account.profile({}, options), {
    enabled: open,
    // Without signal, members fill in the form themselves.
    networkMode: 'always',
    retry: false,
  })
  // The first registration is filled in from the profile; further ones are for other people.
  const initial =
    event.registrations.length === 0
      ? { fullName: user?.name ?? '', email: user?.email ?? '', phone: profile.data?.phone ?? '' }
      : { fullName: '', email: '', phone: '' }

  function close() {
    onClose()
    setRegistration(null)
  }

  if (registration) return <Success registration={registration} event={event} open={open} onClose={close} />
  if (!profile.isPending)
    return <Form event={event} open={open} onClose={close} initial={initial} onMade={setRegistration} />
  return (
    <Dialog open={open} onClose={close} title={ofEvents.register} slim>
      <Skeleton shape="list" count={3} />
    </Dialog>
  )
}

type FormProps = DialogProps & { initial: Omit<Values, 'showMe'>; onMade: (registration: OwnRegistration) => void }

function Form({ event, open, onClose, initial, onMade }: FormProps) {
  const queryClient = useQueryClient()
  const [full, setFull] = useState(event.placesLeft === 0)
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const form = useForm<Values, unknown, z.output<typeof RegistrationForm>>({
    defaultValues: { ...initial, showMe: false },
    resolver: zodResolver(RegistrationForm),
  })
  const { register, handleSubmit, setError, reset, formState } = form
  const field = fieldsOf(form)
  const { isSubmitting } = formState

  async function send(values: z.output<typeof RegistrationForm>) {
    setFailure(null)
    try {
      const registration = await sendOrStore(
        'event.register',
        { id: event.id, ...values, waitlist: full },
        { title: event.title },
      )
      reset()
      if (!registration) return onClose()
      onMade(registration)
      void queryClient.invalidateQueries({ queryKey: ['event'] })
    } catch (error) {
      if (error instanceof ApiError && error.code === 'event_full') return setFull(true)
      setFailure({ title: text.failed, message: showIssues(error, setError) })
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={full ? ofEvents.joinList : ofEvents.register}
      slim
      dismissible={!formState.isDirty}
      bodyLabel={ofEvents.register}
      form={{ onSubmit: handleSubmit(send, () => setFailure({ title: text.check, message: '' })) }}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {ofEvents.close}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {full ? ofEvents.joinList : ofEvents.register}
          </Button>
        </>
      }
    >
      <p className="strong">{event.title}</p>
      {full && <p role="status">{text.full}</p>}
      <TextField label={text.fullName} autoComplete="name" maxLength={100} {...field('fullName')} />
      <TextField label={text.email} type="email" autoComplete="email" {...field('email')} />
      <TextField label={text.phone} type="tel" autoComplete="tel" maxLength={40} {...field('phone')} />
      <Checkbox label={text.showMe} {...register('showMe')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
    </Dialog>
  )
}

function Success({ registration, event, open, onClose }: DialogProps & { registration: OwnRegistration }) {
  const listed = registration.state === 'waiting'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={listed ? text.listed : text.done}
      slim
      footer={
        <>
          {!listed && (
            <ButtonLink variant="line" icon="calendar" href={`/events/${event.id}.ics`}>
              {ofEvents.calendar}
            </ButtonLink>
          )}
          <Button onClick={onClose}>{ofEvents.close}</Button>
        </>
      }
    >
      <p>{listed ? text.listedBody(registration.email) : text.doneBody(registration.email)}</p>
    </Dialog>
  )
}
