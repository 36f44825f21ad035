import type { ReactNode } from 'react'
import { FieldError } from '#ui/form/field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Radio, TextArea } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { usePostForm } from '#web/post-form.ts'
import { NewReport, type Reason, reasons } from './schema.ts'
import { text } from './text.ts'

type Values = { entryId: string; commentId?: string | undefined; reason: Reason | ''; words: string }

/**
 * Returns the state of a report form. The text is stored on the device until it is sent.
 * @param commentId the reported comment on the entry; undefined if the entry itself is reported
 */
export function useReport(entryId: string, onSent: () => void, commentId?: string) {
  return usePostForm<Values>({
    draft: formDraftName(`report:${commentId ?? entryId}`),
    initial: { entryId, commentId, reason: '', words: '' },
    schema: NewReport,
    words: () => text,
    async send(values) {
      await api.moderation.report({ ...values, reason: values.reason as Reason })
      onSent()
    },
  })
}

/** The fields of a report: a choice of reasons, and what the reader wants to say. */
export function ReportFields({ form, about }: { form: ReturnType<typeof useReport>; about?: ReactNode }) {
  const { register, field, failure } = form
  const error = form.errorOf('reason') && text.choose
  return (
    <>
      {about}
      <p>{text.lead}</p>
      <fieldset
        className="stack gap-1"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the error is about the group of radios
        role="radiogroup"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'reason-error' : undefined}
      >
        <legend>{text.reason}</legend>
        {reasons.map((reason) => (
          <Radio key={reason} label={text.reasons[reason]} value={reason} {...register('reason')} />
        ))}
        <FieldError id="reason-error" message={error} />
      </fieldset>
      <TextArea
        label={text.words}
        hint={text.wordsHint}
        optional={form.watch('reason') !== 'other'}
        rows={4}
        maxLength={1000}
        {...field('words')}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
    </>
  )
}
