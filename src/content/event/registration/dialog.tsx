import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, TextField } from '#ui/form/text-field.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { useUser } from '#web/session.ts'
import type { Event } from '../schema.ts'
import { text } from '../text.ts'
import { type OwnRegistration, RegistrationForm } from './schema.ts'

type Values = z.input<typeof RegistrationForm>
type DialogProps = { event: Event; open: boolean; onClose: () => void }

/** The registration form over the page (spec §2), and then what came of it. */
export function RegisterDialog({ event, open, onClose }: DialogProps) {
  const [made, setMade] = useState<OwnRegistration | null>(null)
  const user = useUser()
  const profile = useQuery({
    enabled: open,
    queryKey: ['account', 'profile'],
    queryFn: ({ signal }) => api.account.profile({}, { signal }),
    // Without signal it is filled in by hand.
    networkMode: 'always',
    retry: false,
  })
  // For themselves with what the profile knows; a second time for somebody else.
  const known =
    event.registrations.length === 0
      ? { fullName: user?.name ?? '', email: user?.email ?? '', phone: profile.data?.phone ?? '' }
      : { fullName: '', email: '', phone: '' }

  function close() {
    onClose()
    setMade(null)
  }

  if (made) return <Success made={made} event={event} open={open} onClose={close} />
  if (!profile.isPending) return <Form event={event} open={open} onClose={close} known={known} onMade={setMade} />
  return (
    <Dialog open={open} onClose={close} title={text.register} slim>
      <Skeleton shape="list" count={3} />
    </Dialog>
  )
}

type FormProps = DialogProps & { known: Omit<Values, 'showMe'>; onMade: (made: OwnRegistration) => void }

function Form({ event, open, onClose, known, onMade }: FormProps) {
  const words = text.registration
  const queryClient = useQueryClient()
  const [full, setFull] = useState(event.placesLeft === 0)
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { register, handleSubmit, setError, reset, formState } = useForm<
    Values,
    unknown,
    z.output<typeof RegistrationForm>
  >({
    defaultValues: { ...known, showMe: false },
    resolver: zodResolver(RegistrationForm),
  })
  const { errors, isSubmitting } = formState

  async function send(values: z.output<typeof RegistrationForm>) {
    setFailure(null)
    try {
      const made = await sendOrKeep(
        'event.register',
        { id: event.id, ...values, waitlist: full },
        { title: event.title },
      )
      reset()
      if (!made) return onClose()
      onMade(made)
      void queryClient.invalidateQueries({ queryKey: ['event'] })
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (error instanceof ApiError && error.code === 'event_full') return setFull(true)
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError(path as keyof Values, { message })
      setFailure({ title: words.failed, message: error.message })
    }
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={full ? text.joinList : text.register}
      slim
      dismissible={!formState.isDirty}
      bodyLabel={text.register}
      form={{ onSubmit: handleSubmit(send, () => setFailure({ title: words.check, message: '' })) }}
      footer={
        <>
          <Button variant="line" onClick={onClose}>
            {text.close}
          </Button>
          <Button type="submit" busy={isSubmitting}>
            {full ? text.joinList : text.register}
          </Button>
        </>
      }
    >
      <p className="strong">{event.title}</p>
      {full && <p role="status">{words.full}</p>}
      <TextField
        label={words.fullName}
        autoComplete="name"
        maxLength={100}
        error={errors.fullName?.message}
        {...register('fullName')}
      />
      <TextField
        label={words.email}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <TextField
        label={words.phone}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        error={errors.phone?.message}
        {...register('phone')}
      />
      <Checkbox label={words.showMe} {...register('showMe')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
    </Dialog>
  )
}

function Success({ made, event, open, onClose }: DialogProps & { made: OwnRegistration }) {
  const words = text.registration
  const listed = made.state === 'waiting'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={listed ? words.listed : words.done}
      slim
      footer={
        <>
          {!listed && (
            <ButtonLink variant="line" icon="event" href={`/events/${event.id}.ics`}>
              {text.calendar}
            </ButtonLink>
          )}
          <Button onClick={onClose}>{text.close}</Button>
        </>
      }
    >
      <p>{listed ? words.listedBody(made.email) : words.doneBody(made.email)}</p>
    </Dialog>
  )
}
