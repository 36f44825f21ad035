import { Controller } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { usePostForm } from '#web/post-form.ts'
import { AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { sentAgain } from '../entry/schema.ts'
import { text as ofEntries } from '../entry/text.ts'
import { AttachmentField, useAttachment } from '../media/attachment.tsx'
import { NewProverb, type Proverb } from './schema.ts'
import { text } from './text.ts'

export type ProverbFormProps = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  proverb?: Proverb
  /** Called with what the server kept. */
  onSubmitted: (proverb: Proverb) => void
}

/** The whole form of a proverb, its button included. */
export function ProverbForm({ proverb, onSubmitted }: ProverbFormProps) {
  const words = text.form
  const recording = useAttachment(proverb?.recording, proverb ? undefined : 'recording')
  const { register, control, errorOf, submit, failure, busy } = usePostForm({
    draft: proverb ? null : 'proverb',
    initial: {
      original: proverb?.original ?? '',
      translation: proverb?.translation ?? '',
      meaning: proverb?.meaning ?? '',
      audience: audienceOf(proverb, 'public'),
    },
    schema: NewProverb.omit({ recording: true, state: true }),
    words: () => text.form,
    async send({ audience, ...said }) {
      const values = { ...said, ...audienceChange(proverb, audience), recording: recording.address(text.form) }
      const kept = proverb
        ? await api.proverb.update(
            { ...values, id: proverb.id, ...(proverb.returned && sentAgain) },
            { changedFrom: proverb.updatedAt },
          )
        : await sendOrKeep('proverb.create', values, {
            title: said.original,
            edit: { page: '/contribute/proverbs', draft: 'proverb', values: { ...said, audience } },
          })
      if (!kept) {
        recording.remove()
        return null
      }
      notify.success(proverb ? text.form.saved : text.form.posted)
      return onSubmitted(kept)
    },
  })
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <TextArea
        label={words.original}
        hint={words.originalHint}
        lang="enb"
        rows={3}
        error={errorOf('original')}
        {...register('original')}
      />
      <TextArea
        label={words.translation}
        optional
        rows={3}
        error={errorOf('translation')}
        {...register('translation')}
      />
      <TextArea label={words.meaning} optional rows={4} error={errorOf('meaning')} {...register('meaning')} />
      <AttachmentField file={recording} label={words.recording} accept="audio/*" />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={proverb} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {proverb?.returned ? ofEntries.sendAgain : proverb ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}
