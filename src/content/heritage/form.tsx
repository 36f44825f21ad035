import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { LateRichText } from '#ui/late-rich-text.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { uploadPicture, useUpload } from '#web/upload.ts'
import { AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { PointField } from '../entry/point-field.tsx'
import type { NewPoint } from '../entry/schema.ts'
import { AttachmentField, useAttachment } from '../media/attachment.tsx'
import { FileListField, itemsOf } from '../media/file-list-field.tsx'
import { type FullHeritage, NewHeritage, type Section, sections } from './schema.ts'
import { text } from './text.ts'

export type HeritageFormProps = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  entry?: FullHeritage | undefined
  /** The section that a new one begins in. */
  section?: Section | undefined
  /** Called with what the server kept. */
  onSubmitted: (entry: FullHeritage) => void
}

/** The whole form of an entry of a section, its button included. */
export function HeritageForm({ entry, section, onSubmitted }: HeritageFormProps) {
  const words = text.form
  const sending = useUpload()
  const cover = useAttachment(entry?.coverFile)
  const { register, control, getValues, errorOf, submit, failure, busy } = usePostForm({
    draft: entry ? null : `heritage${section ? `:${section}` : ''}`,
    initial: {
      section: entry?.section ?? section ?? sections[0],
      title: entry?.title ?? '',
      summary: entry?.summary ?? '',
      body: entry?.body ?? '',
      narrator: entry?.narrator ?? '',
      place: entry?.place ?? '',
      point: (entry?.point ?? null) as NewPoint | null,
      media: itemsOf(entry?.media ?? []),
      audience: audienceOf(entry, 'public'),
    },
    schema: NewHeritage,
    words: () => text.form,
    async send({ media, audience, ...said }) {
      if (sending.upload) throw new Error(text.form.stillSending)
      const list = media.map(({ url, label }) => ({ url, caption: label }))
      const values = { ...said, ...audienceChange(entry, audience), media: list, cover: cover.address(text.form) }
      const kept = entry
        ? await api.heritage.update({ ...values, id: entry.id }, { changedFrom: entry.updatedAt })
        : await api.heritage.create(values)
      notify.success(entry ? text.form.saved : text.form.posted)
      onSubmitted(kept)
    },
  })
  // The editor reads its text once, as it is when it opens.
  const [body] = useState(() => getValues('body'))
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <SelectField label={words.section} error={errorOf('section')} {...register('section')}>
        {sections.map((one) => (
          <option key={one} value={one}>
            {text.pages[one]}
          </option>
        ))}
      </SelectField>
      <TextField label={words.title} maxLength={200} error={errorOf('title')} {...register('title')} />
      <TextArea
        label={words.summary}
        hint={words.summaryHint}
        optional
        rows={3}
        maxLength={1000}
        error={errorOf('summary')}
        {...register('summary')}
      />
      <AttachmentField file={cover} label={words.cover} accept="image/*" />
      <Controller
        control={control}
        name="body"
        render={({ field }) => (
          <LateRichText
            label={words.body}
            hint={entry ? undefined : words.bodyHint}
            optional
            error={errorOf('body')}
            initial={body}
            onChange={field.onChange}
            onPicture={uploadPicture}
            onPictureFailed={(error) => notify.error(error.message)}
          />
        )}
      />
      <Controller
        control={control}
        name="media"
        render={({ field }) => (
          <FileListField
            label={words.media}
            accept="image/*,audio/*,video/*"
            said="caption"
            error={errorOf('media')}
            value={field.value}
            onChange={field.onChange}
            sending={sending}
          />
        )}
      />
      <TextField
        label={words.narrator}
        hint={words.narratorHint}
        optional
        maxLength={200}
        error={errorOf('narrator')}
        {...register('narrator')}
      />
      <TextField label={words.place} optional maxLength={200} error={errorOf('place')} {...register('place')} />
      <Controller
        control={control}
        name="point"
        render={({ field }) => <PointField value={field.value} onChange={field.onChange} entryId={entry?.id} />}
      />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={entry} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {entry ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}
