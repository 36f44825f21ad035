import { Controller } from 'react-hook-form'
import { purposes } from '#content/entry/consent/schema.ts'
import { AttachmentField, useAttachment } from '#content/media/attachment.tsx'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/form/field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { LateDateField } from '#ui/form/late-date-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { Checkbox, Radio, TextArea, TextField } from '#ui/form/text-field.tsx'
import { isoDay } from '#ui/formats.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { usePostForm } from '#web/post-form.ts'
import { outcomeOf } from './kept.ts'
import { type Consent, type How, NewConsent } from './schema.ts'
import { text } from './text.ts'

type ConsentFormProps = {
  entryId: string
  /** What to correct; without it a new one is written, and kept on the device until it is saved. */
  record?: Consent | undefined
  onSubmitted: () => void
}

/** The whole form of a consent, its button included. */
export function ConsentForm({ entryId, record, onSubmitted }: ConsentFormProps) {
  const words = text.form
  const evidence = useAttachment(record?.evidence)
  const { register, control, watch, errorOf, submit, failure, busy } = usePostForm({
    draft: record ? null : `consent:${entryId}`,
    initial: {
      people: record?.people ?? [],
      givenBy: record?.givenBy ?? '',
      giverEmail: '',
      how: record?.how ?? ('spoken' as How),
      purposes: record?.purposes ?? [],
      givenAt: isoDay(record?.givenAt ?? new Date().toISOString()),
      reviewAt: record?.reviewAt ? isoDay(record.reviewAt) : '',
      note: record?.note ?? '',
    },
    schema: NewConsent,
    words: () => text.form,
    async send({ giverEmail, ...said }) {
      // Their address is not told, so an empty field changes nothing.
      const giver = record && giverEmail === '' ? {} : { giverEmail }
      const values = { ...said, ...giver, evidence: evidence.address(text.form) }
      const kept = record
        ? await api.consent.update({ ...values, id: record.id })
        : await api.consent.create({ ...values, id: entryId })
      notify.success(outcomeOf(kept))
      onSubmitted()
    },
  })
  const spoken = watch('how') === 'spoken'
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
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
      <TextField
        label={words.givenBy}
        hint={words.givenByHint}
        maxLength={200}
        error={errorOf('givenBy')}
        {...register('givenBy')}
      />
      <TextField
        label={words.giverEmail}
        hint={record?.giver ? words.giverIs(record.giver.name) : words.giverEmailHint}
        optional
        type="email"
        autoComplete="off"
        error={errorOf('giverEmail')}
        {...register('giverEmail')}
      />
      <fieldset>
        <legend>{words.how}</legend>
        <Radio label={text.hows.spoken} value="spoken" {...register('how')} />
        <Radio label={text.hows.written} value="written" {...register('how')} />
      </fieldset>
      <AttachmentField
        file={evidence}
        label={spoken ? words.spoken : words.written}
        hint={words.evidenceHint}
        accept={spoken ? 'audio/*' : 'image/*'}
      />
      <fieldset aria-describedby="purposes-hint purposes-error">
        <legend>{words.purposes}</legend>
        <p className="small dim" id="purposes-hint">
          {words.purposesHint}
        </p>
        {purposes.map((purpose) => (
          <Checkbox key={purpose} label={text.purposes[purpose]} value={purpose} {...register('purposes')} />
        ))}
        <FieldError id="purposes-error" message={errorOf('purposes')} />
      </fieldset>
      {(['givenAt', 'reviewAt'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => (
            <LateDateField label={words[name]} optional={name === 'reviewAt'} error={errorOf(name)} {...field} />
          )}
        />
      ))}
      <TextArea label={words.note} optional rows={3} maxLength={2000} error={errorOf('note')} {...register('note')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
