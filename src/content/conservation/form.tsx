import { Controller } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LateDateField } from '#ui/form/late-date-field.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { isoDay } from '#ui/formats.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { useUpload } from '#web/upload.ts'
import { AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { FileListField, itemsOf } from '../media/file-list-field.tsx'
import { ArtifactField } from './artifact-field.tsx'
import { type Conservation, conditions, NewConservation, phases } from './schema.ts'
import { text } from './text.ts'

export type ConservationFormProps = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  record?: Conservation | undefined
  /** The artifact that a new one is about. */
  artifactId?: string | undefined
  /** Called with what the server kept. */
  onSubmitted: (record: Conservation) => void
}

/** The whole form of a conservation record, its button included. */
export function ConservationForm({ record, artifactId, onSubmitted }: ConservationFormProps) {
  const words = text.form
  const sending = useUpload(undefined, true)
  const { register, control, errorOf, submit, failure, busy } = usePostForm({
    draft: record ? null : `conservation${artifactId ? `:${artifactId}` : ''}`,
    initial: {
      title: record?.title ?? '',
      artifactId: record?.artifactId ?? artifactId ?? '',
      condition: record?.condition ?? ('good' as const),
      phase: record?.phase ?? ('planned' as const),
      threat: record?.threat ?? '',
      treatment: record?.treatment ?? '',
      conservator: record?.conservator ?? '',
      startedAt: record?.startedAt ? isoDay(record.startedAt) : '',
      finishedAt: record?.finishedAt ? isoDay(record.finishedAt) : '',
      images: itemsOf(record?.images ?? []),
      audience: audienceOf(record, 'public'),
    },
    schema: NewConservation,
    words: () => text.form,
    async send({ images, audience, ...said }) {
      if (sending.upload) throw new Error(text.form.stillSending)
      const values = {
        ...said,
        ...audienceChange(record, audience),
        images: images.map(({ url, label, role }) => ({ url, alt: label, role })),
      }
      // One that its writer may not see is not theirs to take away by not seeing it.
      const about = said.artifactId === (record?.artifactId ?? '') ? undefined : said.artifactId
      const kept = record
        ? await api.conservation.update(
            { ...values, artifactId: about, id: record.id },
            { changedFrom: record.updatedAt },
          )
        : await api.conservation.create(values)
      notify.success(record ? text.form.saved : text.form.posted)
      onSubmitted(kept)
    },
  })
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <TextField label={words.title} maxLength={200} error={errorOf('title')} {...register('title')} />
      <Controller
        control={control}
        name="artifactId"
        render={({ field }) => (
          <ArtifactField value={field.value} onChange={field.onChange} error={errorOf('artifactId')} />
        )}
      />
      <SelectField label={words.condition} error={errorOf('condition')} {...register('condition')}>
        {conditions.map((condition) => (
          <option key={condition} value={condition}>
            {text.conditions[condition]}
          </option>
        ))}
      </SelectField>
      <SelectField label={words.phase} error={errorOf('phase')} {...register('phase')}>
        {phases.map((phase) => (
          <option key={phase} value={phase}>
            {text.phases[phase]}
          </option>
        ))}
      </SelectField>
      {(['startedAt', 'finishedAt'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => <LateDateField label={words[name]} optional error={errorOf(name)} {...field} />}
        />
      ))}
      <Controller
        control={control}
        name="images"
        render={({ field }) => (
          <FileListField
            label={words.images}
            accept="image/*"
            said="alt"
            roles
            error={errorOf('images')}
            value={field.value}
            onChange={field.onChange}
            sending={sending}
          />
        )}
      />
      <TextArea label={words.threat} optional maxLength={5000} error={errorOf('threat')} {...register('threat')} />
      <TextArea
        label={words.treatment}
        optional
        maxLength={10_000}
        error={errorOf('treatment')}
        {...register('treatment')}
      />
      <TextField
        label={words.conservator}
        optional
        maxLength={200}
        error={errorOf('conservator')}
        {...register('conservator')}
      />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={record} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {record ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}
