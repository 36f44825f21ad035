import { useSearchParams } from 'react-router'
import { WaitingPosts } from '#content/entry/list/waiting.tsx'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { Section, sections } from '#content/section/schema.ts'
import { text as names } from '#content/section/text.ts'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextArea } from '#ui/form/text-field.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { formDraftName } from '#web/drafts/draft.ts'
import { titled } from '#web/head.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { usePaged } from '#web/paged.ts'
import { usePostForm } from '#web/post-form.ts'
import { useMaxUploadMb } from '#web/site.ts'
import { notify } from '#web/toasts.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { SuggestionRow } from './card.tsx'
import { NewSuggestion } from './schema.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** The page where members send the keepers a story, and read the replies to their earlier ones. */
export default function ContributeStory() {
  const parsed = Section.safeParse(useSearchParams()[0].get('section'))
  const section = parsed.data ?? 'stories'
  const { list, items } = usePaged(['suggestion', 'mine'], api.suggestion.mine, { limit: 10 })
  return (
    <div className="stack gap-6 mid">
      <div className="stack gap-2">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </div>
      <SuggestionForm key={section} section={section} onSubmitted={() => list.refetch()} />
      <WaitingPosts operation="suggestion.create" />
      <PagedList list={list} loading={{ count: 1 }} failed={text.mineFailed} none={null}>
        {items.length > 0 && (
          <section className="stack" aria-labelledby="mine">
            <h2 className="t2" id="mine">
              {text.mine}
            </h2>
            <ul className="list">
              {items.map((suggestion) => (
                <SuggestionRow key={suggestion.id} level={3} suggestion={suggestion} />
              ))}
            </ul>
          </section>
        )}
      </PagedList>
    </div>
  )
}

/**
 * The form for sending the keepers a text, a file (a recording, picture or video), or both. Each section has its own
 * draft on the device.
 */
function SuggestionForm({ section, onSubmitted }: { section: Section; onSubmitted: () => void }) {
  const words = text.form
  const uploads = useUploads()
  const draft = formDraftName(`suggestion:${section}`)
  const file = useAttachment(null, { uploads, name: `suggestion:${section}:fileUrl`, field: 'fileUrl' })
  const initial = { section, text: '', fileUrl: undefined }
  const { register, errorOf, submit, failure, busy, reset, setError } = usePostForm({
    draft,
    uploads,
    initial,
    schema: NewSuggestion.omit({ fileUrl: true }),
    words: () => text.form,
    async send(values) {
      const fileUrl = file.address() ?? null
      if (!fileUrl && values.text.trim() === '') {
        setError('text', { message: text.form.nothing })
        throw new Error(text.form.nothing)
      }
      const suggestion = await sendOrStore(
        'suggestion.create',
        { ...values, fileUrl },
        {
          title: values.text || names.sections[values.section],
          edit: { page: `/contribute/story?section=${section}`, draft, values },
          watch: uploads.watch(),
        },
      )
      file.remove()
      if (!suggestion) return null
      notify.success(text.form.given)
      reset(initial)
      return onSubmitted()
    },
  })
  return (
    <CheckedForm className="stack gap-5" onSubmit={submit}>
      <SelectField label={words.section} error={errorOf('section')} {...register('section')}>
        <Options of={sections} name={(name) => names.sections[name]} />
      </SelectField>
      <AttachmentField
        file={file}
        label={words.recording}
        hint={words.recordingHint(useMaxUploadMb())}
        accept="audio/*,image/*,video/*"
        error={errorOf('fileUrl')}
      />
      <TextArea label={words.text} optional rows={8} maxLength={20_000} error={errorOf('text')} {...register('text')} />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <PostProgress uploads={uploads} />
        <Button type="submit" busy={busy}>
          {words.give}
        </Button>
      </div>
    </CheckedForm>
  )
}
