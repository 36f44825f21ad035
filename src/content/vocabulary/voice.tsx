import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AudioPlayer } from '#ui/audio-player.tsx'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Word as Form } from '#ui/labels.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { useHasRole, useUser } from '#web/session.ts'
import { useUpload } from '#web/upload.ts'
import { saidBy } from './card.tsx'
import { isPhonetic } from './phonetic.ts'
import type { Pronunciation, Word } from './schema.ts'
import { heard, longestVoice } from './sound.ts'
import { text } from './text.ts'

/** One word to say: the voices it has, and a recorder for one's own. `onGiven` follows once it is kept. */
export function SayIt({ word, onGiven }: { word: Word; onGiven: () => void }) {
  const words = text.say
  const queryClient = useQueryClient()
  const voice = useUpload('fileUrl')
  const [missing, setMissing] = useState<string>()
  const give = useMutation({
    mutationFn: (fileUrl: string) =>
      sendOrKeep('vocabulary.addPronunciation', { id: word.id, fileUrl }, { title: word.marakwet }),
    // Tried without signal too: what can't go is kept.
    networkMode: 'always',
    onSuccess: (given) => {
      if (!given) return voice.remove()
      void queryClient.invalidateQueries({ queryKey: ['vocabulary'] })
      notify.success(words.given)
      onGiven()
    },
  })
  function send() {
    const { upload } = voice
    setMissing(upload ? (upload.state === 'sending' ? words.stillSending : undefined) : words.nothing)
    if (upload?.fileUrl) give.mutate(upload.fileUrl)
  }
  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="stack gap-1">
        <p className="t3">
          <Form phonetic={isPhonetic(word)}>{word.marakwet}</Form>
        </p>
        <p className="strong">{word.english}</p>
      </div>
      <Voices word={word} />
      <FileField
        label={words.yours}
        hint={words.hint}
        accept="audio/*"
        maxSeconds={longestVoice}
        file={voice.upload}
        error={missing ?? voice.upload?.error}
        onPick={(file) => {
          setMissing(undefined)
          voice.pick(file)
        }}
        onRemove={voice.remove}
        onRetry={voice.retry}
      />
      <FormError title={give.isError ? words.failed : null}>{give.error?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={give.isPending}>
          {words.give}
        </Button>
      </div>
    </form>
  )
}

/** The voices of a word; who gave one, and keepers and moderators, can take it away. */
function Voices({ word }: { word: Word }) {
  const words = text.say
  const queryClient = useQueryClient()
  const voices = useQuery({
    queryKey: ['vocabulary', 'voices', word.id],
    queryFn: ({ signal }) => api.vocabulary.listPronunciations({ id: word.id }, { signal }),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Pronunciation) => api.vocabulary.removePronunciation({ id: word.id, pronunciationId: id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['vocabulary'] }),
    onError: (error) => notify.error(error.message),
  })
  const user = useUser()
  const answerable = [useHasRole('keeper'), useHasRole('moderator')].includes(true)
  if (voices.isPending) return <Skeleton shape="list" count={1} label={words.loading} />
  if (voices.isError)
    return (
      <ErrorState title={words.loadFailed} onRetry={() => voices.refetch()} busy={voices.isFetching}>
        {voices.error.message}
      </ErrorState>
    )
  if (voices.data.items.length === 0) return <p>{text.noVoice}</p>
  return (
    <ul className="stack" aria-label={words.voices}>
      {voices.data.items.map((voice) => (
        <li key={voice.id} className="stack gap-1">
          <Voice voice={voice} word={word} />
          {(voice.speaker?.id === user?.id || answerable) && (
            <Button variant="text" className="flush" busy={remove.isPending} onClick={() => remove.mutate(voice)}>
              {words.remove}
              <span className="sr"> ({saidBy(voice)})</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A voice in the dashboard: what it costs on the button, and whose it is. */
export function Voice({ voice, word }: { voice: Pronunciation; word: Word }) {
  return (
    <div className="stack gap-1">
      <AudioPlayer {...heard(voice)} title={word.marakwet} />
      <p className="small dim">{saidBy(voice)}</p>
    </div>
  )
}
