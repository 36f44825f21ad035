import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { ApiError, isStale } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { sendOrKeep } from '#web/outbox/keep.ts'
import { useUpload } from '#web/upload.ts'
import { type Audience, AudienceFields, audienceChange, audienceOf } from '../entry/audience-fields.tsx'
import { sentAgain } from '../entry/schema.ts'
import { text as ofEntries } from '../entry/text.ts'
import { AttachmentField, useAttachment } from '../media/attachment.tsx'
import { dialects, NewWord, partsOfSpeech, type Word } from './schema.ts'
import { longestVoice } from './sound.ts'
import { text } from './text.ts'

const words = text.form

type Values = {
  marakwet: string
  english: string
  meaning: string
  example: { marakwet: string; english: string }
  partOfSpeech: string
  dialect: string
  audience: Audience
}

const blank: Values = {
  marakwet: '',
  english: '',
  meaning: '',
  example: { marakwet: '', english: '' },
  partOfSpeech: '',
  dialect: '',
  audience: audienceOf(undefined, 'public'),
}

type Props = {
  /** What to change; without it a new one is written, and kept on the device until it is posted. */
  word?: Word | undefined
  onSubmitted: (word: Word) => void
  /** Called where it waits on this device instead. */
  onKept?: (() => void) | undefined
}

/** The form of a word (spec §5): word and translation are needed, the rest helps. Voices are given on a page of their own. */
export function WordForm({ word, onSubmitted, onKept }: Props) {
  const draft = draftOf<Values>('vocabulary')
  const queryClient = useQueryClient()
  const voice = useUpload('pronunciation')
  const picture = useAttachment(word?.cover, word ? undefined : 'picture')
  const [initial] = useState(() => (word ? valuesOf(word) : { ...blank, ...draft.read() }))
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { register, control, handleSubmit, getValues, watch, reset, setError, formState } = useForm<Values>({
    defaultValues: initial,
    // An example is both sentences or none.
    resolver: (values, context, options) =>
      zodResolver(NewWord)(sent(values) as never, context, options as never) as never,
  })
  const { errors, isSubmitting } = formState

  useEffect(() => {
    if (word) return
    const watching = watch((values) => draft.write(values as Values))
    return () => watching.unsubscribe()
  }, [watch, draft, word])

  async function send() {
    const states = [voice.upload?.state, picture.upload?.state]
    if (states.includes('sending')) return setFailure({ title: words.stillSending, message: '' })
    if (states.includes('failed')) return setFailure({ title: words.fileFailed, message: '' })
    setFailure(null)
    try {
      const files = {
        pronunciation: voice.upload?.fileUrl,
        picture: picture.address({ ...words, notSent: words.fileFailed }),
      }
      const { audience, ...said } = getValues()
      const values = { ...sent(said), ...files, ...audienceChange(word, audience) }
      const kept = word
        ? await api.vocabulary.update(
            { ...values, id: word.id, ...(word.returned && sentAgain) },
            { changedFrom: word.updatedAt },
          )
        : await sendOrKeep('vocabulary.create', values, {
            title: said.marakwet,
            edit: { page: '/contribute/linguistics', draft: 'vocabulary', values: getValues() },
          })
      if (!word) draft.clear()
      if (!kept) {
        reset(blank)
        voice.remove()
        picture.remove()
        draft.clear()
        return onKept?.()
      }
      notify.success(word ? words.saved : words.posted)
      onSubmitted(kept)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (isStale(error)) void queryClient.invalidateQueries()
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError(path as keyof Values, { message })
      setFailure({ title: word ? words.notSaved : words.failed, message: error.message })
    }
  }

  return (
    <form
      className="stack gap-5"
      noValidate
      onSubmit={handleSubmit(send, () => setFailure({ title: words.check, message: '' }))}
    >
      <TextField
        label={words.marakwet}
        lang="enb"
        maxLength={200}
        autoCapitalize="none"
        error={errors.marakwet?.message}
        {...register('marakwet')}
      />
      <TextField label={words.english} maxLength={200} error={errors.english?.message} {...register('english')} />
      {!word && (
        <FileField
          label={words.voice}
          optional
          hint={words.voiceHint}
          accept="audio/*"
          maxSeconds={longestVoice}
          error={voice.upload?.error}
          file={voice.upload}
          onPick={voice.pick}
          onRemove={voice.remove}
          onRetry={voice.retry}
        />
      )}
      <TextArea label={words.meaning} optional rows={3} error={errors.meaning?.message} {...register('meaning')} />
      <TextField
        label={words.exampleMarakwet}
        optional
        lang="enb"
        error={errors.example?.marakwet?.message}
        {...register('example.marakwet')}
      />
      <TextField
        label={words.exampleEnglish}
        optional
        error={errors.example?.english?.message}
        {...register('example.english')}
      />
      <SelectField label={words.partOfSpeech} optional {...register('partOfSpeech')}>
        <option value="">{words.notSure}</option>
        {[...new Set([...partsOfSpeech, ...(word?.partOfSpeech ? [word.partOfSpeech] : [])])].map((part) => (
          <option key={part} value={part}>
            {text.partOfSpeech(part)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={words.dialect}
        optional
        list="dialects"
        maxLength={100}
        hint={words.dialectHint}
        error={errors.dialect?.message}
        {...register('dialect')}
      />
      <datalist id="dialects">
        {dialects.map((dialect) => (
          <option key={dialect} value={dialect} />
        ))}
      </datalist>
      <AttachmentField file={picture} label={words.picture} accept="image/*" />
      <Controller
        control={control}
        name="audience"
        render={({ field }) => <AudienceFields value={field.value} onChange={field.onChange} entry={word} />}
      />
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={isSubmitting}>
          {word?.returned ? ofEntries.sendAgain : word ? words.save : words.publish}
        </Button>
      </div>
    </form>
  )
}

/** The values as they are posted: an example that was left empty is none. */
function sent({ example, ...values }: Omit<Values, 'audience'>) {
  const given = example.marakwet.trim() !== '' || example.english.trim() !== ''
  return { ...values, example: given ? example : null }
}

function valuesOf(word: Word): Values {
  const { marakwet, english, meaning, example, partOfSpeech, dialect } = word
  const said = { marakwet, english, meaning: meaning ?? '', example: example ?? blank.example }
  return { ...said, partOfSpeech: partOfSpeech ?? '', dialect: dialect ?? '', audience: audienceOf(word, 'public') }
}
