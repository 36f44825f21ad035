import { useFieldArray } from 'react-hook-form'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asLines, asTyped } from '#content/media/entry-form/options.ts'
import { type EntryForm as EntryFormOf, useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { placeZone } from '#text/day.ts'
import { Button } from '#ui/button.tsx'
import { zoneName } from '#ui/data/formats.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { Options } from '#ui/form/options.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { useMaxUploadMb } from '#web/site.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { fromLocal, isLocal, toLocal } from './moment.ts'
import { categories, type Event, NewEvent, type ScheduleItem, types } from './schema.ts'
import { text } from './text.ts'

/** Values of the fields; all times are on the clock of the place. */
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
type Form = EntryFormOf<'event', Values>

export type EventFormProps = {
  /** The event to edit. Without it, the form creates one and stores a draft on the device. */
  event?: Event | undefined
  /** Called with the stored event. */
  onSubmitted: (event: Event) => void
  /** Called if the post is stored on this device to be sent later. */
  onStored?: (() => void) | undefined
}

/** The complete form for an event (spec 6). */
export function EventForm({ event, onSubmitted, onStored }: EventFormProps) {
  const words = text.form
  const uploads = useUploads()
  const cover = useAttachment(event?.cover, {
    uploads,
    name: `event:${event?.id ?? 'new'}:coverImage`,
    field: event ? undefined : 'coverImage',
  })
  const form = useEntryForm<'event', Values>({
    type: 'event',
    entry: event,
    blank,
    valuesOf,
    inputOf: ({ audience: _, ...fields }) => inputOf(fields),
    schema: NewEvent,
    title: ({ title }) => title,
    fields: () => ({
      title: asTyped(words.title),
      type: { label: words.type, show: (type) => text.types[type] },
      category: { label: words.category, show: (category) => text.categories[category] },
      location: asTyped(words.location),
      startDate: { label: words.start, show: localTime },
      endDate: { label: words.end, show: localTime },
      description: asTyped(words.description),
      venue: asTyped(words.venue),
      address: asTyped(words.address),
      mapUrl: asTyped(words.mapUrl),
      capacity: asTyped(words.capacity),
      schedule: { label: words.schedule, show: (items) => items.map(lineOf).join('\n') },
      tags: asLines(words.tags),
    }),
    uploads,
    attachments: { coverImage: { label: words.cover, file: cover, of: (one) => one.cover } },
    isPost: true,
    words: () => text.form,
    onSubmitted,
    onStored,
  })
  return (
    <EntryForm form={form}>
      <Essentials form={form} keptOnDevice={!event} />
      <AttachmentField file={cover} label={words.cover} hint={words.coverHint(useMaxUploadMb())} accept="image/*" />
      <Extras form={form} />
      <Schedule form={form} />
      <Controlled form={form} name="tags">
        {(field) => <TagInput optional maxLength={50} {...field} />}
      </Controlled>
    </EntryForm>
  )
}

/** The required fields. */
function Essentials({ form, keptOnDevice }: { form: Form; keptOnDevice: boolean }) {
  const words = text.form
  const { field } = form
  return (
    <>
      <TextField maxLength={200} {...field('title')} />
      <SelectField {...field('type')}>
        <Options of={types} name={(type) => text.types[type]} />
      </SelectField>
      <SelectField {...field('category')}>
        <Options of={categories} name={(category) => text.categories[category]} />
      </SelectField>
      <TextField hint={words.locationHint} maxLength={200} {...field('location')} />
      {(['startDate', 'endDate'] as const).map((name) => (
        <Controlled key={name} form={form} name={name}>
          {(field) => (
            <DateField
              hint={words.zone(zoneName(isLocal(field.value) ? fromLocal(field.value, placeZone) : new Date()))}
              time
              {...field}
            />
          )}
        </Controlled>
      ))}
      <TextArea hint={keptOnDevice ? words.descriptionHint : undefined} maxLength={5000} {...field('description')} />
    </>
  )
}

/** The optional fields. */
function Extras({ form: { field } }: { form: Form }) {
  const words = text.form
  return (
    <>
      <TextField optional maxLength={200} {...field('venue')} />
      <TextField optional maxLength={500} {...field('address')} />
      <TextField optional type="url" inputMode="url" hint={words.mapHint} {...field('mapUrl')} />
      <TextField optional inputMode="numeric" hint={words.capacityHint} {...field('capacity')} />
    </>
  )
}

function Schedule({ form: { register, control, errorOf } }: { form: Form }) {
  const words = text.form
  const { fields, append, remove } = useFieldArray({ control, name: 'schedule' })
  return (
    <fieldset className="stack">
      <legend>{words.schedule}</legend>
      {fields.map((field, at) => (
        <div key={field.id} className="block quiet stack gap-3">
          <TextField
            label={words.time}
            type="time"
            error={errorOf(`schedule.${at}.time`)}
            {...register(`schedule.${at}.time`)}
          />
          <TextField
            label={words.item}
            maxLength={200}
            error={errorOf(`schedule.${at}.title`)}
            {...register(`schedule.${at}.title`)}
          />
          <TextField
            label={words.itemDescription}
            optional
            maxLength={1000}
            error={errorOf(`schedule.${at}.description`)}
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

function valuesOf(event: Event): Values {
  const { title, type, category, location, description, schedule, tags, capacity } = event
  return {
    title,
    type,
    category,
    location,
    description,
    schedule,
    tags,
    startDate: toLocal(event.startDate, placeZone),
    endDate: toLocal(event.endDate, placeZone),
    venue: event.venue ?? '',
    address: event.address ?? '',
    mapUrl: event.mapUrl ?? '',
    capacity: capacity === null ? '' : String(capacity),
    audience: audienceOf(event, event.visibility),
  }
}

/** Replaces the T between date and time with a space. */
function localTime(local: string): string {
  return local.replace('T', ' ')
}

function lineOf({ time, title, description }: ScheduleItem): string {
  return [time, title, description].filter(Boolean).join(' ')
}

/** Returns the input to post: times in UTC, and invalid dates as typed, for the schema to refuse. */
function inputOf({ startDate, endDate, capacity, ...values }: Omit<Values, 'audience'>): NewEvent {
  const moment = (local: string) => (isLocal(local) ? fromLocal(local, placeZone) : local)
  return {
    ...values,
    startDate: moment(startDate),
    endDate: moment(endDate),
    capacity: capacity.trim() === '' ? null : Number(capacity),
  }
}
