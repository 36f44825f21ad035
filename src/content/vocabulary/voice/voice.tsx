import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { text as ofEntries } from '#content/entry/text.ts'
import { notifyUnlisted, UnlistedAddition } from '#content/entry/visibility/unlisted-note.tsx'
import { PostProgress } from '#content/media/form/post-progress.tsx'
import { soundOf } from '#content/media/page/sound.ts'
import { languageOfForm } from '#text/ipa.ts'
import { Button } from '#ui/button.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { CheckedForm } from '#ui/form/checked-form.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { useReveal } from '#ui/form/use-reveal.ts'
import { Word as Form } from '#ui/list/labels.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { PostCancelled } from '#web/errors.ts'
import { sendOrStore } from '#web/outbox/send-or-store.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { fileProps, useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { SpokenBy, speakerOf } from '../card.tsx'
import type { Pronunciation, Word } from '../schema.ts'
import { text as ofWords } from '../text.ts'
import { longestVoice, voiceField } from './sound.ts'
import { text } from './text.ts'

/**
 * Shows a word, a recorder for it, and its recordings. Calls `onRecorded` once the server has stored a recording.
 * @param next the page for recording the next word, empty after the last; left out where no page opens afterwards
 */
export function SayIt({ word, next, onRecorded }: { word: Word; next?: string; onRecorded: () => void }) {
  const queryClient = useQueryClient()
  const user = useUser()
  const uploads = useUploads()
  const voice = useUpload({ uploads, name: voiceField(word.id), field: 'fileUrl' })
  const actions = useReveal<HTMLDivElement>(voice.upload !== null)
  const [missing, setMissing] = useState<string>()
  const give = useMutation({
    mutationFn: async () => {
      await uploads.ready()
      const fileUrl = voice.address()
      if (!fileUrl) throw new Nothing()
      const about = { title: word.form, watch: uploads.watch() }
      return sendOrStore('vocabulary.addPronunciation', { id: word.id, fileUrl }, about)
    },
    onError: (error) => {
      if (error instanceof Nothing) setMissing(text.nothing)
      if (error instanceof PostCancelled || error instanceof Nothing) give.reset()
    },
    onSuccess: async (answer) => {
      await uploads.posted()
      if (!answer) return voice.remove()
      void queryClient.invalidateQueries({ queryKey: ['vocabulary'] })
      const own = answer.items.find(({ speaker }) => speaker?.id === user?.id)
      const isFirst = answer.items.every((voice) => voice === own || voice.unlisted || voice.unheard)
      if (own?.unlisted && next === undefined) notifyUnlisted(own, ofEntries.unlisted.added)
      else notify.success(isFirst ? text.firstVoice : text.anotherVoice, { next })
      onRecorded()
    },
  })
  function send() {
    setMissing(undefined)
    if (!give.isPending) give.mutate()
  }
  return (
    <CheckedForm
      className="stack gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <section className="talk maize stack gap-1 center">
        <p className="t4">
          <Form lang={languageOfForm(word)}>{word.form}</Form>
        </p>
        <p className="t1 strong" lang="en">
          {word.english}
        </p>
      </section>
      <p className="t1 strong center">{text.hint}</p>
      <FileField
        first="mic"
        label={text.yours}
        hint={text.note}
        accept={acceptSound}
        maxSeconds={longestVoice}
        {...fileProps(voice)}
        error={missing ?? voice.upload?.error}
        onPick={(file, recorded) => {
          setMissing(undefined)
          voice.pick(file, recorded)
        }}
      />
      <FormError title={give.isError ? text.failed : null}>{give.error?.message}</FormError>
      <div className="row form-actions" ref={actions}>
        <PostProgress uploads={uploads} />
        <Button type="submit" busy={give.isPending}>
          {text.give}
        </Button>
      </div>
      <Voices word={word} />
    </CheckedForm>
  )
}

/** Thrown if the form was submitted without a recording. */
class Nothing extends Error {}

/** The recordings of a word, which their speakers, keepers and moderators can delete. */
function Voices({ word }: { word: Word }) {
  const queryClient = useQueryClient()
  const voices = useAnswer(['vocabulary', 'voices', word.id], (options) =>
    api.vocabulary.listPronunciations({ id: word.id }, options),
  )
  const remove = useMutation({
    mutationFn: ({ id }: Pronunciation) => api.vocabulary.removePronunciation({ id: word.id, pronunciationId: id }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['vocabulary'] }),
    onError: (error) => notify.error(error.message),
  })
  if (!voices.data)
    return <Loaded query={voices} loading={{ count: 1, label: text.loading }} failed={text.loadFailed} />
  if (voices.data.items.length === 0) return <p>{ofWords.noVoice}</p>
  return (
    <ul className="stack" aria-label={text.voices}>
      {voices.data.items.map((voice) => (
        <li key={voice.id} className="stack gap-1">
          <Voice voice={voice} word={word} />
          {voice.may?.includes('delete') && (
            <Button variant="text" className="flush" busy={remove.isPending} onClick={() => remove.mutate(voice)}>
              {text.remove}
              <span className="sr"> ({speakerOf(voice)})</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A recording in the dashboard, with its speaker and, if others don't hear it yet, a note. */
export function Voice({ voice, word }: { voice: Pronunciation; word: Word }) {
  return (
    <div className="stack gap-1">
      <AudioPlayer {...soundOf({ ...voice.file, title: word.form })} />
      <p className="small dim">
        <SpokenBy voice={voice} />
      </p>
      <UnlistedAddition unlisted={voice.unlisted} by={voice.speaker} />
      {voice.unheard && <p className="small strong">{text.unheard}</p>}
    </div>
  )
}
