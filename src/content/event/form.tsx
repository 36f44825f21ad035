import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { Controller, type UseFormReturn, useFieldArray, useForm } from 'react-hook-form'
import { z } from 'zod'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { usePreferences } from '#web/preferences.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { type Audience, AudienceFields, audienceChange, audienceOf, postedAudience } from '../entry/audience-fields.tsx'
import { AttachmentField, useAttachment } from '../media/attachment.tsx'
import { fromLocal, isLocal, toLocal } from './moment.ts'
import { categories, type Event, NewEvent, type ScheduleItem, types } from './schema.ts'
import { text } from './text.ts'
import { zoneName } from './when.ts'

/** As the fields hold it: the two dates are on the member's own clocks. */
type Values = {
  title: string
  type: (typeof types)[number]
  category: (typeof categories)[number]
  location: string
  startDate: string
  endDate: string
  description: string
  venue: string
  address: string
  mapUrl: string
  capacity: string
  schedule: ScheduleItem[]
  tags: string[]
  audience: Audience
}
type Form = UseFormReturn<Values>

export type EventFormProps = {
  /** The event to change; without it a new one is written, and kept on the device until it is posted. */
  event?: Event
  /** Called with what the server kept. */
  onSubmitted: (event: Event) => void
  /** Called where it waits on this device instead. */
  onKept?: (() => void) | undefined
}

/** The whole form of an event (spec §5), its button included. */
export function EventForm({ event, onSubmitted, onKept }: EventFormProps) {
  const words = text.form
  const { timezone } = usePreferences()
  const draft = draftOf<Values>('event')
  const [initial] = useState(() => (event ? valuesOf(event, timezone) : { ...blank, ...draft.read() }))
  const form = useForm<Values>({
    defaultValues: initial,
    resolver: zodResolver(
      z
        .custom<Values>()
        .transform((values) => inputOf(values, timezone))
        .pipe(NewEvent),
    ) as never,
  })
  const cover = useAttachment(event?.cover, event ? undefined : 'coverImage')
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { watch, setError, formState } = form

  useEffect(() => {
    if (event) return
    const watching = watch((values) => draft.write(values as Values))
    return () => watching.unsubscribe()
  }, [event, watch, draft])

  async function send() {
    setFailure(null)
    const { audience, ...said } = form.getValues()
    try {
      const input = { ...inputOf(said, timezone), coverImage: cover.address(words) }
      const kept = event
        ? await api.event.update({ ...input, ...audienceChange(event, audience), state: 'published', id: event.id })
        : await sendOrKeep(
            'event.create',
            { ...input, ...postedAudience(audience) },
            { title: input.title, edit: { page: '/contribute/events', draft: 'event', values: form.getValues() } },
          )
      if (!event) draft.clear()
      if (!kept) {
        form.reset(blank)
        cover.remove()
        draft.clear()
        return onKept?.()
      }
      notify.success(event ? words.saved : words.posted)
      onSubmitted(kept)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError(path as keyof Values, { message })
      setFailure({ title: words.failed, message: error.message })
    }
  }

  const { isSubmitting } = formState
  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={form.handleSubmit(send, () => setFailure({ title: words.check, message: '' }))}
    >
      <Essentials form={form} keptOnDevice={!event} />
      <AttachmentField file={cover} label={words.cover} hint={words.coverHint(useMaxUploadMb())} accept="image/*" />
      <Extras form={form} />
      <Schedule form={form} />
      <Controller
        control={form.control}
        name="tags"
        render={({ field, fieldState }) => (
          <TagInput
            label={words.tags}
            optional
            maxLength={50}
            error={fieldState.error?.message}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={event} posted />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={isSubmitting}>
          {event?.state === 'published' ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}

/** What every event has. */
function Essentials({ form: { register, control, formState }, keptOnDevice }: { form: Form; keptOnDevice: boolean }) {
  const words = text.form
  const { errors } = formState
  const { timezone } = usePreferences()
  const moments = [
    ['startDate', words.start],
    ['endDate', words.end],
  ] as const
  return (
    <>
      <TextField label={words.title} maxLength={200} error={errors.title?.message} {...register('title')} />
      <SelectField label={words.type} error={errors.type?.message} {...register('type')}>
        {types.map((type) => (
          <option key={type} value={type}>
            {text.types[type]}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.category} error={errors.category?.message} {...register('category')}>
        {categories.map((category) => (
          <option key={category} value={category}>
            {text.categories[category]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.location}
        hint={words.locationHint}
        maxLength={200}
        error={errors.location?.message}
        {...register('location')}
      />
      {moments.map(([name, label]) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field, fieldState }) => (
            <DateField
              label={label}
              hint={words.zone(zoneName(isLocal(field.value) ? fromLocal(field.value, timezone) : undefined, timezone))}
              time
              error={fieldState.error?.message}
              {...field}
            />
          )}
        />
      ))}
      <TextArea
        label={words.description}
        hint={keptOnDevice ? words.descriptionHint : undefined}
        maxLength={5000}
        error={errors.description?.message}
        {...register('description')}
      />
    </>
  )
}

/** What an event may have besides. */
function Extras({ form: { register, formState } }: { form: Form }) {
  const words = text.form
  const { errors } = formState
  return (
    <>
      <TextField label={words.venue} optional maxLength={200} error={errors.venue?.message} {...register('venue')} />
      <TextField
        label={words.address}
        optional
        maxLength={500}
        error={errors.address?.message}
        {...register('address')}
      />
      <TextField
        label={words.mapUrl}
        optional
        type="url"
        inputMode="url"
        hint={words.mapHint}
        error={errors.mapUrl?.message}
        {...register('mapUrl')}
      />
      <TextField
        label={words.capacity}
        optional
        inputMode="numeric"
        hint={words.capacityHint}
        error={errors.capacity?.message}
        {...register('capacity')}
      />
    </>
  )
}

function Schedule({ form: { register, control, formState } }: { form: Form }) {
  const words = text.form
  const { fields, append, remove } = useFieldArray({ control, name: 'schedule' })
  const errors = formState.errors.schedule
  return (
    <fieldset className="stack">
      <legend>{words.schedule}</legend>
      {fields.map((field, at) => (
        <div key={field.id} className="block quiet stack gap-3">
          <TextField
            label={words.time}
            type="time"
            error={errors?.[at]?.time?.message}
            {...register(`schedule.${at}.time`)}
          />
          <TextField
            label={words.item}
            maxLength={200}
            error={errors?.[at]?.title?.message}
            {...register(`schedule.${at}.title`)}
          />
          <TextField
            label={words.itemDescription}
            optional
            maxLength={1000}
            error={errors?.[at]?.description?.message}
            {...register(`schedule.${at}.description`)}
          />
          <Button variant="line" icon="x" aria-label={words.removeItem(at + 1)} onClick={() => remove(at)}>
            {text.remove}
          </Button>
        </div>
      ))}
      <Button variant="line" icon="plus" onClick={() => append({ time: '', title: '', description: '' })}>
        {words.addItem}
      </Button>
    </fieldset>
  )
}

const blank: Values = {
  title: '',
  type: 'in-person',
  category: 'cultural',
  location: '',
  startDate: '',
  endDate: '',
  description: '',
  venue: '',
  address: '',
  mapUrl: '',
  capacity: '',
  schedule: [],
  tags: [],
  audience: audienceOf(undefined, 'members'),
}

function valuesOf(event: Event, timezone: string): Values {
  const { title, type, category, location, description, schedule, tags, capacity } = event
  return {
    title,
    type,
    category,
    location,
    description,
    schedule,
    tags,
    startDate: toLocal(event.startDate, timezone),
    endDate: toLocal(event.endDate, timezone),
    venue: event.venue ?? '',
    address: event.address ?? '',
    mapUrl: event.mapUrl ?? '',
    capacity: capacity === null ? '' : String(capacity),
    audience: audienceOf(event, event.visibility),
  }
}

/** What is posted: moments in UTC, and what is no date as it was typed, for the schema to refuse. */
function inputOf({ startDate, endDate, capacity, ...values }: Omit<Values, 'audience'>, timezone: string): NewEvent {
  const moment = (local: string) => (isLocal(local) ? fromLocal(local, timezone) : local)
  return {
    ...values,
    startDate: moment(startDate),
    endDate: moment(endDate),
    capacity: capacity.trim() === '' ? null : Number(capacity),
  }
}
