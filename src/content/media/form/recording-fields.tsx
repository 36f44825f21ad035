import { PointField } from '#content/entry/point/point-field.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Controlled } from '../entry-form/entry-form.tsx'
import type { EntryForm } from '../entry-form/use-entry-form.ts'
import { text } from './text.ts'
import type { Values } from './values.ts'

/** Optional fields about a recording: transcript, speakers, date and place. */
export function RecordingFields({ form }: { form: EntryForm<'media', Values> }) {
  const { field, entry } = form
  return (
    <>
      <TextArea optional {...field('transcript')} />
      <TextArea optional {...field('translation')} />
      <TextField optional maxLength={60} {...field('language')} />
      <Controlled form={form} name="speakers">
        {(field) => <TagInput placeholder={text.speakerHint} optional maxLength={120} {...field} />}
      </Controlled>
      <Controlled form={form} name="recordedAt">
        {(field) => <DateField optional max={new Date().toISOString().slice(0, 10)} {...field} />}
      </Controlled>
      <TextField optional maxLength={200} {...field('place')} />
      <Controlled form={form} name="point">
        {(field) => <PointField {...field} entryId={entry?.id} />}
      </Controlled>
    </>
  )
}
