import type { ReactNode } from 'react'
import { FieldError } from '#ui/form/field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Radio, TextArea } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { usePostForm } from '#web/post-form.ts'
import { NewReport, type Reason, reasons } from './schema.ts'
import { text } from './text.ts'

type Values = { entryId: string; reason: Reason | ''; words: string }

/** The form of a report of one entry; what is typed is kept until it is sent. */
export function useReport(entryId: string, onSent: () => void) {
  return usePostForm<Values>({
    draft: `report:${entryId}`,
    initial: { entryId, reason: '', words: '' },
    schema: NewReport,
    words: () => text,
    async send(values) {
      await api.moderation.report({ ...values, reason: values.reason as Reason })
      onSent()
    },
  })
}

/** Its fields: the reasons as choices, and one's own words. */
export function ReportFields({ form, about }: { form: ReturnType<typeof useReport>; about?: ReactNode }) {
  const { register, errorOf, failure } = form
  const error = errorOf('reason') && text.choose
  return (
    <>
      {about}
      <p>{text.lead}</p>
      <fieldset className="stack gap-1" aria-describedby={error ? 'reason-error' : undefined}>
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
        error={errorOf('words')}
        {...register('words')}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
    </>
  )
}
