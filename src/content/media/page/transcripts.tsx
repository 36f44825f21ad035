import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { text as ofEntries } from '#content/entry/text.ts'
import { notifyUnlisted } from '#content/entry/visibility/unlisted-note.tsx'
import { Button } from '#ui/button.tsx'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { text as uiText } from '#ui/text.ts'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { draftOf, formDraftName } from '#web/drafts/draft.ts'
import { fieldsOf, showIssues } from '#web/fields.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import { type Media, NewTranscript } from '../schema.ts'
import { text } from './text.ts'
import { TranscriptList } from './transcript-list.tsx'

const keyOf = (id: string) => ['media', id, 'transcripts']

/** Members' transcripts of a recording, and the form to add one. */
export function Transcripts({ media }: { media: Media }) {
  const { id } = media
  const [adding, setAdding] = useState(false)
  const setting = useDateSetting()
  const list = useAnswer(keyOf(id), (options) => api.media.listTranscripts({ id }, options))
  return (
    <Section id="transcripts" title={text.title}>
      <Loaded query={list} loading={{ count: 1, label: text.loading }} failed={text.failed} />
      {list.data?.items.length === 0 && <p className="dim">{media.transcript ? text.noOthers : text.none}</p>}
      {list.data && list.data.items.length > 0 && (
        <TranscriptList
          items={list.data.items}
          setting={setting}
          action={(one) => one.may?.includes('delete') && <Remove mediaId={id} transcriptId={one.id} />}
        />
      )}
      {adding ? (
        <TranscriptForm mediaId={id} onDone={() => setAdding(false)} />
      ) : (
        <p>
          <Button variant="line" icon="plus" onClick={() => setAdding(true)}>
            {text.add}
          </Button>
        </p>
      )}
    </Section>
  )
}

type Values = { id: string; language: string; text: string; translation: string }

function TranscriptForm({ mediaId, onDone }: { mediaId: string; onDone: () => void }) {
  const draft = draftOf<Values>(formDraftName(`transcript:${mediaId}`))
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    defaultValues: { language: '', text: '', translation: '', ...draft.read(), id: mediaId },
    resolver: zodResolver(NewTranscript) as never,
  })
  const { handleSubmit, getValues, setError, formState } = form
  const field = fieldsOf(form)
  async function send(values: Values) {
    setFailure(undefined)
    try {
      const added = await sendOrStore('media.addTranscript', values, { title: values.text })
      draft.clear()
      if (added) {
        await queryClient.invalidateQueries({ queryKey: keyOf(mediaId) })
        if (added.unlisted) notifyUnlisted(added, ofEntries.unlisted.added)
        else notify.success(text.added)
      }
      onDone()
    } catch (error) {
      setFailure(showIssues(error, setError))
    }
  }
  const { isSubmitting } = formState
  return (
    <CheckedForm className="stack block quiet" onChange={() => draft.write(getValues())} onSubmit={handleSubmit(send)}>
      <TextField label={text.language} optional maxLength={60} {...field('language')} />
      <TextArea label={text.text} {...field('text')} />
      <TextArea label={text.translation} optional {...field('translation')} />
      <FormError title={failure && text.notAdded}>{failure}</FormError>
      <div className="row">
        <Button type="submit" busy={isSubmitting}>
          {text.submit}
        </Button>
        <Button variant="text" onClick={onDone}>
          {uiText.cancel}
        </Button>
      </div>
    </CheckedForm>
  )
}

function Remove({ mediaId, transcriptId }: { mediaId: string; transcriptId: string }) {
  const queryClient = useQueryClient()
  async function remove() {
    await api.media.removeTranscript({ id: mediaId, transcriptId })
    void queryClient.invalidateQueries({ queryKey: keyOf(mediaId) })
    notify.success(text.removed)
  }
  return (
    <ConfirmButton label={text.remove} deletes variant="line" title={text.remove} act={remove}>
      {text.removeBody}
    </ConfirmButton>
  )
}
