import { Controller } from 'react-hook-form'
import { purposes } from '#content/entry/consent/schema.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { isoDay } from '#text/day.ts'
import { Button } from '#ui/button.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FieldError } from '#ui/form/field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LazyDateField } from '#ui/form/lazy-date-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { Checkbox, Radio, TextArea, TextField } from '#ui/form/text-field.tsx'
import { UnsavedNote } from '#ui/state/unsaved-note.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { usePostForm } from '#web/post-form.ts'
import { notify } from '#web/toasts.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { outcomeOf } from './after-saving.ts'
import { type Consent, type How, NewConsent } from './schema.ts'
import { text } from './text.ts'

type ConsentFormProps = {
  entryId: string
  /** The consent to correct; undefined for a new one. */
  record?: Consent | undefined
  onSubmitted: () => void
}

export function ConsentForm({ entryId, record, onSubmitted }: ConsentFormProps) {
  const words = text.form
  const uploads = useUploads()
  const evidence = useAttachment(record?.evidence, { uploads, name: `consent:${record?.id ?? entryId}:evidence` })
  const { register, control, watch, field, errorOf, submit, failure, busy, isUnsaved, discard } = usePostForm({
    draft: formDraftName(`consent:${record?.id ?? entryId}`),
    ...(record && { version: record.updatedAt }),
    uploads,
    initial: {
      people: record?.people ?? [],
      givenBy: record?.givenBy ?? '',
      giverEmail: '',
      how: record?.how ?? ('spoken' as How),
      purposes: record?.purposes ?? [],
      givenAt: isoDay(record?.givenAt ?? new Date().toISOString()),
      reviewAt: record?.reviewAt ? isoDay(record.reviewAt) : '',
      note: record?.note ?? '',
      evidence: undefined as string | undefined,
    },
    schema: NewConsent,
    words: () => text.form,
    async send({ giverEmail, ...fields }, version) {
      // The form doesn't know the giver's email, so an empty field changes nothing.
      const giver = record && giverEmail === '' ? {} : { giverEmail }
      const values = { ...fields, ...giver, evidence: evidence.address() }
      const saved = record
        ? await api.consent.update({ ...values, id: record.id }, { changedFrom: String(version) })
        : await api.consent.create({ ...values, id: entryId })
      notify.success(outcomeOf(saved))
      onSubmitted()
    },
  })
  const isRecording = watch('how') === 'spoken'
  return (
    <CheckedForm className="stack gap-5" onSubmit={submit}>
      {record && (isUnsaved || evidence.upload) && (
        <UnsavedNote
          onDiscard={() => {
            evidence.reset(record.evidence)
            discard()
          }}
        />
      )}
      <Controller
        control={control}
        name="people"
        render={({ field }) => (
          <TagInput
            label={words.people}
            placeholder={words.peopleHint}
            maxLength={120}
            error={errorOf('people')}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      />
      <TextField label={words.givenBy} hint={words.givenByHint} maxLength={200} {...field('givenBy')} />
      <TextField
        label={words.giverEmail}
        hint={record?.giver ? words.giverIs(record.giver.name) : words.giverEmailHint}
        optional
        type="email"
        autoComplete="off"
        {...field('giverEmail')}
      />
      <fieldset>
        <legend>{words.how}</legend>
        <Radio label={text.hows.spoken} value="spoken" {...register('how')} />
        <Radio label={text.hows.written} value="written" {...register('how')} />
      </fieldset>
      <AttachmentField
        file={evidence}
        label={isRecording ? words.spoken : words.written}
        hint={words.evidenceHint}
        accept={isRecording ? acceptSound : 'image/*'}
        error={errorOf('evidence')}
      />
      <fieldset aria-describedby="purposes-hint">
        <legend>{words.purposes}</legend>
        <p className="small dim" id="purposes-hint">
          {words.purposesHint}
        </p>
        {purposes.map((purpose) => (
          <Checkbox
            key={purpose}
            label={text.purposes[purpose]}
            value={purpose}
            aria-invalid={errorOf('purposes') ? true : undefined}
            aria-describedby={errorOf('purposes') && 'purposes-error'}
            {...register('purposes')}
          />
        ))}
        <FieldError id="purposes-error" message={errorOf('purposes')} />
      </fieldset>
      {(['givenAt', 'reviewAt'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <LazyDateField label={words[name]} optional={name === 'reviewAt'} error={errorOf(name)} {...field} />
          )}
        />
      ))}
      <TextArea label={words.note} optional rows={3} maxLength={2000} {...field('note')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <PostProgress uploads={uploads} />
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
      </div>
    </CheckedForm>
  )
}
