import { Controller } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { useUpload } from '#web/upload.ts'
import { AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { PointField } from '../entry/point-field.tsx'
import type { NewPoint } from '../entry/schema.ts'
import { FileListField, itemsOf } from '../media/file-list-field.tsx'
import { type Artifact, NewArtifact } from './schema.ts'
import { text } from './text.ts'

export type ArtifactFormProps = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  artifact?: Artifact | undefined
  /** Called with what the server kept. */
  onSubmitted: (artifact: Artifact) => void
}

/** The whole form of an artifact, its button included. */
export function ArtifactForm({ artifact, onSubmitted }: ArtifactFormProps) {
  const words = text.form
  const sending = useUpload(undefined, true)
  const { register, control, errorOf, submit, failure, busy } = usePostForm({
    draft: artifact ? null : 'artifact',
    initial: {
      name: artifact?.name ?? '',
      localName: artifact?.localName ?? '',
      description: artifact?.description ?? '',
      materials: artifact?.materials ?? [],
      use: artifact?.use ?? '',
      maker: artifact?.maker ?? '',
      period: artifact?.period ?? '',
      dimensions: artifact?.dimensions ?? '',
      heldAt: artifact?.heldAt ?? '',
      point: (artifact?.point ?? null) as NewPoint | null,
      images: itemsOf(artifact?.images ?? []),
      audience: audienceOf(artifact, 'public'),
    },
    schema: NewArtifact,
    words: () => text.form,
    async send({ images, audience, ...said }) {
      if (sending.upload) throw new Error(text.form.stillSending)
      const values = {
        ...said,
        ...audienceChange(artifact, audience),
        images: images.map(({ url, label }) => ({ url, alt: label })),
      }
      const kept = artifact
        ? await api.artifact.update({ ...values, id: artifact.id }, { changedFrom: artifact.updatedAt })
        : await api.artifact.create(values)
      notify.success(artifact ? text.form.saved : text.form.posted)
      onSubmitted(kept)
    },
  })
  const line = (name: 'name' | 'localName' | 'maker' | 'period' | 'dimensions' | 'heldAt') => ({
    label: words[name],
    maxLength: 200,
    error: errorOf(name),
    ...register(name),
  })
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <TextField {...line('name')} />
      <TextField {...line('localName')} optional lang="enb" />
      <Controller
        control={control}
        name="images"
        render={({ field }) => (
          <FileListField
            label={words.images}
            accept="image/*"
            said="alt"
            error={errorOf('images')}
            value={field.value}
            onChange={field.onChange}
            sending={sending}
          />
        )}
      />
      <TextArea
        label={words.description}
        optional
        maxLength={10_000}
        error={errorOf('description')}
        {...register('description')}
      />
      <Controller
        control={control}
        name="materials"
        render={({ field }) => (
          <TagInput
            label={words.materials}
            placeholder={words.materialsHint}
            optional
            maxLength={100}
            error={errorOf('materials')}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextArea
        label={words.use}
        hint={words.useHint}
        optional
        maxLength={2000}
        error={errorOf('use')}
        {...register('use')}
      />
      <TextField {...line('maker')} optional />
      <TextField {...line('period')} optional />
      <TextField {...line('dimensions')} optional />
      <TextField {...line('heldAt')} optional />
      <Controller
        control={control}
        name="point"
        render={({ field }) => <PointField value={field.value} onChange={field.onChange} entryId={artifact?.id} />}
      />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={artifact} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {artifact ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}
