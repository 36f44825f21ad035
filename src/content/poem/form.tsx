import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { LanguageField } from '#content/language/field.tsx'
import { text as languageText } from '#content/language/text.ts'
import { EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUploads } from '#web/upload/uploads.ts'
import { NewPoem, type Poem } from './schema.ts'
import { text } from './text.ts'

type Values = {
  title: string
  original: string
  language: string
  translation: string
  poet: string
  audience: Audience
}

export type PoemFormProps = {
  /** The poem to edit. Without it, the form creates one and stores a draft on the device. */
  poem?: Poem | undefined
  /** Called with the stored poem. */
  onSubmitted: (poem: Poem) => void
}

/** The complete form for a poem. */
export function PoemForm({ poem, onSubmitted }: PoemFormProps) {
  const words = text.form
  const uploads = useUploads()
  const recording = useAttachment(poem?.recording, {
    uploads,
    name: `poem:${poem?.id ?? 'new'}:recording`,
    field: poem ? undefined : 'recording',
  })
  const form = useEntryForm<'poem', Values>({
    type: 'poem',
    entry: poem,
    blank,
    valuesOf,
    inputOf: ({ audience: _, ...fields }) => fields,
    schema: NewPoem.omit({ recording: true, state: true }),
    title: ({ title }) => title,
    fields: () => ({
      title: asTyped(words.title),
      original: asTyped(words.original),
      language: asTyped(languageText.language),
      translation: asTyped(words.translation),
      poet: asTyped(words.poet),
    }),
    uploads,
    attachments: { recording: { label: words.recording, file: recording, of: (one) => one.recording } },
    words: () => text.form,
    onSubmitted,
  })
  const { field } = form
  return (
    <EntryForm form={form}>
      <TextField maxLength={200} {...field('title')} />
      <TextArea hint={words.originalHint} autoCorrect="off" spellCheck={false} rows={8} {...field('original')} />
      <LanguageField current={poem?.language} {...field('language')} />
      <TextArea optional rows={8} {...field('translation')} />
      <TextField optional maxLength={200} {...field('poet')} />
      <AttachmentField file={recording} label={words.recording} accept={acceptSound} />
    </EntryForm>
  )
}

const blank: Values = {
  title: '',
  original: '',
  language: '',
  translation: '',
  poet: '',
  audience: audienceOf(undefined, 'public'),
}

function valuesOf(poem: Poem): Values {
  const { title, original, language, translation, poet } = poem
  return {
    title,
    original,
    language,
    translation: translation ?? '',
    poet: poet ?? '',
    audience: audienceOf(poem, 'public'),
  }
}
