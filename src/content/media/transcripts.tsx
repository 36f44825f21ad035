import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useHasRole, useUser } from '#web/session.ts'
import { type Media, NewTranscript, type Transcript } from './schema.ts'
import { text } from './text.ts'
import { TranscriptRow } from './transcript-row.tsx'

const keyOf = (id: string) => ['media', id, 'transcripts']

/** What members wrote down of a recording, and the form to add one. */
export function Transcripts({ media }: { media: Media }) {
  const words = text.transcripts
  const { id } = media
  const [adding, setAdding] = useState(false)
  const setting = useDateSetting()
  const user = useUser()
  const isKeeper = useHasRole('keeper')
  const list = useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => api.media.listTranscripts({ id }, { signal }) })
  const mayRemove = ({ author }: Transcript) =>
    isKeeper || (user !== null && (author?.id === user.id || media.author?.id === user.id))
  return (
    <section className="stack" aria-labelledby="transcripts">
      <h2 className="t2" id="transcripts">
        {words.title}
      </h2>
      {list.isPending && <Skeleton shape="list" count={1} label={words.loading} />}
      {list.isError && (
        <ErrorState title={words.failed} onRetry={() => list.refetch()} busy={list.isFetching}>
          {list.error.message}
        </ErrorState>
      )}
      {list.data?.items.length === 0 && <p className="dim">{words.none}</p>}
      {list.data && list.data.items.length > 0 && (
        <ul className="list">
          {list.data.items.map((transcript) => (
            <TranscriptRow
              key={transcript.id}
              transcript={transcript}
              setting={setting}
              action={mayRemove(transcript) && <Remove mediaId={id} transcriptId={transcript.id} />}
            />
          ))}
        </ul>
      )}
      {adding ? (
        <TranscriptForm mediaId={id} onDone={() => setAdding(false)} />
      ) : (
        <p>
          <Button variant="line" icon="plus" onClick={() => setAdding(true)}>
            {words.add}
          </Button>
        </p>
      )}
    </section>
  )
}

type Values = { id: string; language: string; text: string; translation: string }

function TranscriptForm({ mediaId, onDone }: { mediaId: string; onDone: () => void }) {
  const words = text.transcripts
  const draft = draftOf<Values>(`transcript:${mediaId}`)
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, getValues, formState } = useForm<Values>({
    defaultValues: { language: '', text: '', translation: '', ...draft.read(), id: mediaId },
    resolver: zodResolver(NewTranscript) as never,
  })
  async function send(values: Values) {
    setFailure(undefined)
    try {
      const added = await sendOrKeep('media.addTranscript', values, { title: values.text })
      draft.clear()
      if (added) {
        await queryClient.invalidateQueries({ queryKey: keyOf(mediaId) })
        notify.success(words.added)
      }
      onDone()
    } catch (error) {
      if (!(error instanceof Error)) throw error
      setFailure(error.message)
    }
  }
  const { errors, isSubmitting } = formState
  return (
    <form
      className="stack block quiet"
      noValidate
      onChange={() => draft.write(getValues())}
      onSubmit={handleSubmit(send)}
    >
      <TextField
        label={words.language}
        optional
        maxLength={60}
        error={errors.language?.message}
        {...register('language')}
      />
      <TextArea label={words.text} error={errors.text?.message} {...register('text')} />
      <TextArea label={words.translation} optional error={errors.translation?.message} {...register('translation')} />
      <FormError title={failure && words.notAdded}>{failure}</FormError>
      <div className="row">
        <Button type="submit" busy={isSubmitting}>
          {words.submit}
        </Button>
        <Button variant="text" onClick={onDone}>
          {words.cancel}
        </Button>
      </div>
    </form>
  )
}

function Remove({ mediaId, transcriptId }: { mediaId: string; transcriptId: string }) {
  const words = text.transcripts
  const queryClient = useQueryClient()
  async function remove() {
    await api.media.removeTranscript({ id: mediaId, transcriptId })
    void queryClient.invalidateQueries({ queryKey: keyOf(mediaId) })
    notify.success(words.removed)
  }
  return (
    <ConfirmButton label={words.remove} variant="soft" title={words.remove} act={remove}>
      {words.removeBody}
    </ConfirmButton>
  )
}
