import { Controller, type UseFormReturn } from 'react-hook-form'
import { PointField } from '#content/entry/point/point-field.tsx'
import { DateField } from '#ui/form/date-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { fieldsOf } from '#web/fields.ts'
import { text } from '../text.ts'
import type { Values } from './form.tsx'

type Props = { form: UseFormReturn<Values>; entryId: string | undefined }

/** Optional fields about a recording: transcript, speakers, date and place. */
export function RecordingFields({ form, entryId }: Props) {
  const words = text.form
  const field = fieldsOf(form)
  return (
    <>
      <TextArea label={words.transcript} optional {...field('transcript')} />
      <TextArea label={words.translation} optional {...field('translation')} />
      <TextField label={words.language} optional maxLength={60} {...field('language')} />
      <Controller
        control={form.control}
        name="speakers"
        render={({ field, fieldState }) => (
          <TagInput
            label={words.speakers}
            placeholder={words.speakerHint}
            optional
            maxLength={120}
            error={fieldState.error?.message}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={form.control}
        name="recordedAt"
        render={({ field, fieldState }) => (
          <DateField
            label={words.recordedAt}
            optional
            error={fieldState.error?.message}
            max={new Date().toISOString().slice(0, 10)}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextField label={words.place} optional maxLength={200} {...field('place')} />
      <Controller
        control={form.control}
        name="point"
        render={({ field }) => <PointField value={field.value} onChange={field.onChange} entryId={entryId} />}
      />
    </>
  )
}
