import { useFieldArray } from 'react-hook-form'
import { ChoiceField, Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { choice, plainFields, typed, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { type EntryForm as EntryFormOf, useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment, useFormUploads } from '#content/media/form/attachment.tsx'
import { placeZone } from '#text/day.ts'
import { Button } from '#ui/button.tsx'
import { zoneName } from '#ui/data/formats.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { text as ofUi } from '#ui/text.ts'
import { fieldsOf } from '#web/fields.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { fromLocal, isLocal, toLocal } from '../moment.ts'
import { categories, NewEvent, type ScheduleItem, types } from '../schema.ts'
import { text as ofEvents } from '../text.ts'
import { text } from './text.ts'

/** A time on the clock of the place. What isn't a time is sent as it was typed, for the schema to refuse. */
const moment = {
  ...typed,
  of: (utc: string) => toLocal(utc, placeZone),
  input: (local: string) => (isLocal(local) ? fromLocal(local, placeZone) : local),
  show: (local: string) => local.replace('T', ' '),
}
const fields = {
  ...plainFields(NewEvent, 'title'),
  type: choice(types, (type) => ofEvents.types[type]),
  category: choice(categories, (category) => ofEvents.categories[category]),
  ...plainFields(NewEvent, 'location', 'description'),
  schedule: {
    blank: [] as ScheduleItem[],
    show: (items: ScheduleItem[]) =>
      items.map(({ time, title, description }) => [time, title, description].filter(Boolean).join(' ')).join('\n'),
  },
  ...plainFields(NewEvent, 'tags'),
  startDate: moment,
  endDate: moment,
  ...plainFields(NewEvent, 'venue', 'address', 'mapUrl'),
  capacity: {
    ...typed,
    of: (capacity: number | null) => (capacity === null ? '' : String(capacity)),
    input: (value: string) => (value.trim() === '' ? null : Number(value)),
  },
}
type Values = ValuesOf<typeof fields>
type Form = EntryFormOf<'event', Values>

/** The complete form for an event (spec 6). */
export function EventForm(props: EntryFormProps<'event'>) {
  const { uploads, fileIn } = useFormUploads('event', props.entry)
  const cover = useAttachment(props.entry?.cover, fileIn('coverImage'))
  const form = useEntryForm<'event', Values>({
    ...props,
    type: 'event',
    fields,
    schema: NewEvent,
    uploads,
    attachments: { coverImage: { label: text.cover, file: cover, of: (one) => one.cover } },
    isPost: true,
    words: () => text,
  })
  return (
    <EntryForm form={form}>
      <Essentials form={form} keptOnDevice={!props.entry} />
      <AttachmentField file={cover} label={text.cover} hint={text.coverHint(useMaxUploadMb())} accept="image/*" />
      <Extras form={form} />
      <Schedule form={form} />
      <Controlled form={form} name="tags">
        {(field) => <TagInput optional maxLength={50} {...field} />}
      </Controlled>
    </EntryForm>
  )
}

function Essentials({ form, keptOnDevice }: { form: Form; keptOnDevice: boolean }) {
  const { field } = form
  return (
    <>
      <TextField maxLength={200} {...field('title')} />
      <ChoiceField form={form} name="type" />
      <ChoiceField form={form} name="category" />
      <TextField hint={text.locationHint} maxLength={200} {...field('location')} />
      {(['startDate', 'endDate'] as const).map((name) => (
        <Controlled key={name} form={form} name={name}>
          {(field) => (
            <DateField
              hint={text.zone(zoneName(isLocal(field.value) ? fromLocal(field.value, placeZone) : new Date()))}
              time
              {...field}
            />
          )}
        </Controlled>
      ))}
      <TextArea hint={keptOnDevice ? text.descriptionHint : undefined} maxLength={5000} {...field('description')} />
    </>
  )
}

function Extras({ form: { field } }: { form: Form }) {
  return (
    <>
      <TextField optional maxLength={200} {...field('venue')} />
      <TextField optional maxLength={500} {...field('address')} />
      <TextField optional type="url" inputMode="url" hint={text.mapHint} {...field('mapUrl')} />
      <TextField optional inputMode="numeric" hint={text.capacityHint} {...field('capacity')} />
    </>
  )
}

function Schedule({ form }: { form: Form }) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'schedule' })
  const part = fieldsOf(form)
  return (
    <fieldset className="stack">
      <legend>{text.schedule}</legend>
      {fields.map((field, at) => (
        <div key={field.id} className="block quiet stack gap-3">
          <TextField label={text.time} type="time" {...part(`schedule.${at}.time`)} />
          <TextField label={text.item} maxLength={200} {...part(`schedule.${at}.title`)} />
          <TextField label={text.itemDescription} optional maxLength={1000} {...part(`schedule.${at}.description`)} />
          <Button variant="line" icon="x" aria-label={text.removeItem(at + 1)} onClick={() => remove(at)}>
            {ofUi.remove}
          </Button>
        </div>
      ))}
      <Button variant="line" icon="plus" onClick={() => append({ time: '', title: '', description: '' })}>
        {text.addItem}
      </Button>
    </fieldset>
  )
}
