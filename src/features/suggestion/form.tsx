import { AttachmentField, useAttachment } from '#content/media/attachment.tsx'
import { text as ofSite } from '#features/home/text.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextArea } from '#ui/form/text-field.tsx'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { usePostForm } from '#web/post-form.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { NewSuggestion, type Section, sections } from './schema.ts'
import { text } from './text.ts'

type Values = { section: Section; text: string }

/** A text, a recording or both for the keepers. What was begun for one section is kept on the device for that one. */
export function SuggestionForm({ section, onSubmitted }: { section: Section; onSubmitted: () => void }) {
  const words = text.form
  const file = useAttachment(null, 'fileUrl')
  const { register, errorOf, submit, failure, busy, reset, setError } = usePostForm<Values>({
    draft: `suggestion:${section}`,
    initial: { section, text: '' },
    schema: NewSuggestion.omit({ fileUrl: true }),
    words: () => text.form,
    async send(values) {
      const fileUrl = file.address(text.form) ?? null
      if (!fileUrl && values.text.trim() === '') {
        setError('text', { message: text.form.nothing })
        throw new Error(text.form.nothing)
      }
      const given = await sendOrKeep(
        'suggestion.create',
        { ...values, fileUrl },
        {
          title: values.text || ofSite.sections[values.section],
          edit: { page: `/contribute/story?section=${section}`, draft: `suggestion:${section}`, values },
        },
      )
      file.remove()
      if (!given) return null
      notify.success(text.form.given)
      reset({ section, text: '' })
      return onSubmitted()
    },
  })
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <SelectField label={words.section} error={errorOf('section')} {...register('section')}>
        {sections.map((name) => (
          <option key={name} value={name}>
            {ofSite.sections[name]}
          </option>
        ))}
      </SelectField>
      <AttachmentField
        file={file}
        label={words.recording}
        hint={words.recordingHint(useMaxUploadMb())}
        accept="audio/*,image/*,video/*"
      />
      <TextArea label={words.text} optional rows={8} maxLength={20_000} error={errorOf('text')} {...register('text')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {words.give}
        </Button>
      </div>
    </form>
  )
}
