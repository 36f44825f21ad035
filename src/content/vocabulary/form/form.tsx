import { LanguageField } from '#content/language/field.tsx'
import { text as languageText } from '#content/language/text.ts'
import { EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { plainFields, typed, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment, useFormUploads } from '#content/media/form/attachment.tsx'
import { withPresentNames } from '#text/earlier-names.ts'
import { acceptSound } from '#ui/form/accept.ts'
import { FileField } from '#ui/form/file-field.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { fieldsOf } from '#web/fields.ts'
import { fileProps, useUpload } from '#web/upload/upload.ts'
import { dialects, NewWord, partsOfSpeech } from '../schema.ts'
import { text } from '../text.ts'
import { longestVoice } from '../voice/sound.ts'
import { text as words } from './text.ts'

type Example = { form: string; english: string }

const fields = {
  ...plainFields(NewWord, 'form', 'language', 'english', 'swahili', 'meaning'),
  example: {
    blank: { form: '', english: '' },
    of: (stored: Example | null) => ({ form: stored?.form ?? '', english: stored?.english ?? '' }),
    input: (example: Example) => (textOf(example).trim() === '' ? null : example),
    show: textOf,
  },
  partOfSpeech: { ...typed, show: (part: string) => (part ? text.partOfSpeech(part) : words.notSure) },
  ...plainFields(NewWord, 'dialect'),
}
type Values = ValuesOf<typeof fields>

function textOf({ form, english }: Example): string {
  return [form, english].filter(Boolean).join('\n')
}

/**
 * The form for adding or editing a word. Only the word and its translation are required. Further recordings are added
 * on a page of their own.
 */
export function WordForm(props: EntryFormProps<'vocabulary'>) {
  const word = props.entry
  const { uploads, fileIn } = useFormUploads('vocabulary', word)
  const voice = useUpload(fileIn('pronunciation'))
  const picture = useAttachment(word?.cover, fileIn('picture'))
  const form = useEntryForm<'vocabulary', Values>({
    ...props,
    type: 'vocabulary',
    fields,
    schema: NewWord,
    title: ({ form }) => form,
    restore: withPresentNames,
    uploads,
    attachments: {
      ...(!word && { pronunciation: { label: words.voice, file: { ...voice, reset: voice.remove }, of: () => null } }),
      picture: { label: words.picture, file: picture, of: (one) => one.cover },
    },
    words: () => ({ ...words, language: languageText.language }),
  })
  const { register, field } = form
  const part = fieldsOf(form)

  return (
    <EntryForm form={form}>
      <TextField maxLength={200} autoCapitalize="none" autoCorrect="off" spellCheck={false} {...field('form')} />
      <LanguageField current={word?.language} {...field('language')} />
      <TextField maxLength={200} {...field('english')} />
      <TextField optional maxLength={200} lang="sw" {...field('swahili')} />
      {!word && (
        <FileField
          label={words.voice}
          optional
          hint={words.voiceHint}
          accept={acceptSound}
          maxSeconds={longestVoice}
          {...fileProps(voice)}
        />
      )}
      <TextArea optional rows={3} {...field('meaning')} />
      <TextField label={words.example} optional autoCorrect="off" spellCheck={false} {...part('example.form')} />
      <TextField label={words.exampleEnglish} optional {...part('example.english')} />
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
