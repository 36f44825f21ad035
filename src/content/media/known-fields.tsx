import { Controller, type UseFormReturn } from 'react-hook-form'
import { DateField } from '#ui/form/date-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { PointField } from '../entry/point-field.tsx'
import type { Values } from './form.tsx'
import { text } from './text.ts'

type Props = { form: UseFormReturn<Values>; entryId: string | undefined }

/** What else is known of a recording: words, voices, day and place. All optional. */
export function KnownFields({ form: { register, control, formState }, entryId }: Props) {
  const words = text.form
  const { errors } = formState
  return (
    <>
      <TextArea label={words.transcript} optional error={errors.transcript?.message} {...register('transcript')} />
      <TextArea label={words.translation} optional error={errors.translation?.message} {...register('translation')} />
      <TextField
        label={words.language}
        optional
        maxLength={60}
        error={errors.language?.message}
        {...register('language')}
      />
      <Controller
        control={control}
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
        control={control}
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
      <TextField label={words.place} optional maxLength={200} error={errors.place?.message} {...register('place')} />
      <Controller
        control={control}
        name="point"
        render={({ field }) => <PointField value={field.value} onChange={field.onChange} entryId={entryId} />}
      />
    </>
  )
}
