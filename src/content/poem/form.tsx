import { Controller } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { usePostForm } from '#web/post-form.ts'
import { AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { sentAgain } from '../entry/schema.ts'
import { text as ofEntries } from '../entry/text.ts'
import { AttachmentField, useAttachment } from '../media/attachment.tsx'
import { NewPoem, type Poem } from './schema.ts'
import { text } from './text.ts'

export type PoemFormProps = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  poem?: Poem
  /** Called with what the server kept. */
  onSubmitted: (poem: Poem) => void
}

/** The whole form of a poem, its button included. */
export function PoemForm({ poem, onSubmitted }: PoemFormProps) {
  const words = text.form
  const recording = useAttachment(poem?.recording, poem ? undefined : 'recording')
  const { register, control, errorOf, submit, failure, busy } = usePostForm({
    draft: poem ? null : 'poem',
    initial: {
      title: poem?.title ?? '',
      original: poem?.original ?? '',
      translation: poem?.translation ?? '',
      poet: poem?.poet ?? '',
      audience: audienceOf(poem, 'public'),
    },
    schema: NewPoem.omit({ recording: true, state: true }),
    words: () => text.form,
    async send({ audience, ...said }) {
      const values = { ...said, ...audienceChange(poem, audience), recording: recording.address(text.form) }
      const kept = poem
        ? await api.poem.update(
            { ...values, id: poem.id, ...(poem.returned && sentAgain) },
            { changedFrom: poem.updatedAt },
          )
        : await sendOrKeep('poem.create', values, {
            title: said.title,
            edit: { page: '/contribute/poems', draft: 'poem', values: { ...said, audience } },
          })
      if (!kept) {
        recording.remove()
        return null
      }
      notify.success(poem ? text.form.saved : text.form.posted)
      return onSubmitted(kept)
    },
  })
  return (
    <form className="stack gap-5" noValidate onSubmit={submit}>
      <TextField label={words.title} maxLength={200} error={errorOf('title')} {...register('title')} />
      <TextArea
        label={words.original}
        hint={words.originalHint}
        lang="enb"
        rows={8}
        error={errorOf('original')}
        {...register('original')}
      />
      <TextArea
        label={words.translation}
        optional
        rows={8}
        error={errorOf('translation')}
        {...register('translation')}
      />
      <TextField label={words.poet} optional maxLength={200} error={errorOf('poet')} {...register('poet')} />
      <AttachmentField file={recording} label={words.recording} accept="audio/*" />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={poem} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={busy}>
          {poem?.returned ? ofEntries.sendAgain : poem ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}
