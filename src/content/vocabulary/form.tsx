import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { FileField } from '#ui/form/file-field.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { draftOf } from '#web/draft.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { useUpload } from '#web/upload.ts'
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
  visibility: 'public' | 'members'
}

const blank: Values = {
  marakwet: '',
  english: '',
  meaning: '',
  example: { marakwet: '', english: '' },
  partOfSpeech: '',
  dialect: '',
  visibility: 'public',
}

/** The form of a word (spec §5): word and translation are needed, the rest helps. Kept on the device until posted. */
export function WordForm({ onSubmitted }: { onSubmitted: (word: Word) => void }) {
  const draft = draftOf<Values>('vocabulary')
  const voice = useUpload()
  const picture = useUpload()
  const [initial] = useState(() => ({ ...blank, ...draft.read() }))
  const [failure, setFailure] = useState<{ title: string; message: string } | null>(null)
  const { register, handleSubmit, getValues, watch, setError, formState } = useForm<Values>({
    defaultValues: initial,
    // An example is both sentences or none.
    resolver: (values, context, options) =>
      zodResolver(NewWord)(sent(values) as never, context, options as never) as never,
  })
  const { errors, isSubmitting } = formState

  useEffect(() => {
    const watching = watch((values) => draft.write(values as Values))
    return () => watching.unsubscribe()
  }, [watch, draft])

  async function send() {
    const states = [voice.upload?.state, picture.upload?.state]
    if (states.includes('sending')) return setFailure({ title: words.stillSending, message: '' })
    if (states.includes('failed')) return setFailure({ title: words.fileFailed, message: '' })
    setFailure(null)
    try {
      const files = { pronunciation: voice.upload?.fileUrl, picture: picture.upload?.fileUrl }
      const word = await api.vocabulary.create({ ...sent(getValues()), ...files })
      draft.clear()
      notify.success(words.posted)
      onSubmitted(word)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      for (const { path, message } of error instanceof ApiError ? error.issues : [])
        setError(path as keyof Values, { message })
      setFailure({ title: words.failed, message: error.message })
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
        {partsOfSpeech.map((part) => (
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
      <FileField
        label={words.picture}
        optional
        accept="image/*"
        error={picture.upload?.error}
        file={picture.upload}
        onPick={picture.pick}
        onRemove={picture.remove}
        onRetry={picture.retry}
      />
      <SelectField label={text.audience} {...register('visibility')}>
        <option value="public">{text.audiences.public}</option>
        <option value="members">{words.members}</option>
      </SelectField>
      <FormError title={failure?.title}>{failure?.message}</FormError>
      <div className="row form-actions">
        <Button type="submit" busy={isSubmitting}>
          {words.publish}
        </Button>
      </div>
    </form>
  )
}

/** The values as they are posted: an example that was left empty is none. */
function sent({ example, ...values }: Values) {
  const given = example.marakwet.trim() !== '' || example.english.trim() !== ''
  return { ...values, example: given ? example : null }
}
