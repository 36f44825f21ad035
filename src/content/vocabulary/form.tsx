import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { LanguageField } from '#content/language/field.tsx'
import { text as languageText } from '#content/language/text.ts'
import { EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { withPresentNames } from '#text/earlier-names.ts'
import { acceptSound } from '#ui/form/accept.ts'
import { FileField } from '#ui/form/file-field.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { dialects, NewWord, partsOfSpeech, type Word } from './schema.ts'
import { text } from './text.ts'
import { longestVoice } from './voice/sound.ts'

const words = text.form

type Values = {
  form: string
  language: string
  english: string
  meaning: string
  example: { form: string; english: string }
  partOfSpeech: string
  dialect: string
  audience: Audience
}

const blank: Values = {
  form: '',
  language: '',
  english: '',
  meaning: '',
  example: { form: '', english: '' },
  partOfSpeech: '',
  dialect: '',
  audience: audienceOf(undefined, 'public'),
}

type Props = {
  /** The word to edit. Without it, the form creates one and stores a draft on the device. */
  word?: Word | undefined
  onSubmitted: (word: Word) => void
  /** Called if the post is stored on this device to be sent later. */
  onStored?: (() => void) | undefined
}

/**
 * The form for adding or editing a word. Only the word and its translation are required. Further recordings are added
 * on a page of their own.
 */
export function WordForm({ word, onSubmitted, onStored }: Props) {
  const uploads = useUploads()
  const uploadFor = (field: string) => ({
    uploads,
    name: `vocabulary:${word?.id ?? 'new'}:${field}`,
    field: word ? undefined : field,
  })
  const voice = useUpload(uploadFor('pronunciation'))
  const picture = useAttachment(word?.cover, uploadFor('picture'))
  const form = useEntryForm<'vocabulary', Values>({
    type: 'vocabulary',
    entry: word,
    blank,
    valuesOf,
    inputOf: ({ example, audience: _, ...fields }) => ({ ...fields, example: isEmpty(example) ? null : example }),
    schema: NewWord,
    title: ({ form }) => form,
    restore: withPresentNames,
    fields: () => ({
      form: asTyped(words.form),
      language: asTyped(languageText.language),
      english: asTyped(words.english),
      meaning: asTyped(words.meaning),
      example: {
        label: words.example,
        show: ({ form, english }) => [form, english].filter(Boolean).join('\n'),
      },
      partOfSpeech: { label: words.partOfSpeech, show: (part) => (part ? text.partOfSpeech(part) : words.notSure) },
      dialect: asTyped(words.dialect),
    }),
    uploads,
    attachments: {
      ...(!word && { pronunciation: { label: words.voice, file: { ...voice, reset: voice.remove }, of: () => null } }),
      picture: { label: words.picture, file: picture, of: (one) => one.cover },
    },
    words: () => words,
    onSubmitted,
    onStored,
  })
  const { register, errorOf, field } = form

  return (
    <EntryForm form={form}>
      <TextField maxLength={200} autoCapitalize="none" autoCorrect="off" spellCheck={false} {...field('form')} />
      <LanguageField current={word?.language} {...field('language')} />
      <TextField maxLength={200} {...field('english')} />
      {!word && (
        <FileField
          label={words.voice}
          optional
          hint={words.voiceHint}
          accept={acceptSound}
          maxSeconds={longestVoice}
          error={voice.upload?.error}
          file={voice.upload}
          onPick={voice.pick}
          onRemove={voice.remove}
          onRetry={voice.retry}
          recorder={voice.recorder}
        />
      )}
      <TextArea optional rows={3} {...field('meaning')} />
      <TextField
        label={words.example}
        optional
        autoCorrect="off"
        spellCheck={false}
        error={errorOf('example.form')}
        {...register('example.form')}
      />
      <TextField
        label={words.exampleEnglish}
        optional
        error={errorOf('example.english')}
        {...register('example.english')}
      />
      <SelectField label={words.partOfSpeech} optional {...register('partOfSpeech')}>
        <option value="">{words.notSure}</option>
        <Options
          of={[...new Set([...partsOfSpeech, ...(word?.partOfSpeech ? [word.partOfSpeech] : [])])]}
          name={(part) => text.partOfSpeech(part)}
        />
      </SelectField>
      <TextField optional list="dialects" maxLength={100} hint={words.dialectHint} {...field('dialect')} />
      <datalist id="dialects">
        {dialects.map((dialect) => (
          <option key={dialect} value={dialect} />
        ))}
      </datalist>
      <AttachmentField file={picture} label={words.picture} accept="image/*" />
    </EntryForm>
  )
}

function isEmpty({ form, english }: Values['example']): boolean {
  return form.trim() === '' && english.trim() === ''
}

function valuesOf(word: Word): Values {
  const { form, language, english, meaning, example, partOfSpeech, dialect } = word
  const { form: sentence, english: translation } = example ?? blank.example
  const values = { form, language, english, meaning: meaning ?? '', example: { form: sentence, english: translation } }
  return { ...values, partOfSpeech: partOfSpeech ?? '', dialect: dialect ?? '', audience: audienceOf(word, 'public') }
}
