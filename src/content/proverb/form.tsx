import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { LanguageField } from '#content/language/field.tsx'
import { text as languageText } from '#content/language/text.ts'
import { EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { TextArea } from '#ui/form/text-field.tsx'
import { useUploads } from '#web/upload/uploads.ts'
import { NewProverb, type Proverb } from './schema.ts'
import { text } from './text.ts'

type Values = { original: string; language: string; translation: string; meaning: string; audience: Audience }

export type ProverbFormProps = {
  /** The proverb to edit. Without it, the form creates one and stores a draft on the device. */
  proverb?: Proverb | undefined
  /** Called with the stored proverb. */
  onSubmitted: (proverb: Proverb) => void
}

/** The complete form for a proverb. */
export function ProverbForm({ proverb, onSubmitted }: ProverbFormProps) {
  const words = text.form
  const uploads = useUploads()
  const recording = useAttachment(proverb?.recording, {
    uploads,
    name: `proverb:${proverb?.id ?? 'new'}:recording`,
    field: proverb ? undefined : 'recording',
  })
  const form = useEntryForm<'proverb', Values>({
    type: 'proverb',
    entry: proverb,
    blank,
    valuesOf,
    inputOf: ({ audience: _, ...fields }) => fields,
    schema: NewProverb.omit({ recording: true, state: true }),
    title: ({ original }) => original,
    fields: () => ({
      original: asTyped(words.original),
      language: asTyped(languageText.language),
      translation: asTyped(words.translation),
      meaning: asTyped(words.meaning),
    }),
    uploads,
    attachments: { recording: { label: words.recording, file: recording, of: (one) => one.recording } },
    words: () => text.form,
    onSubmitted,
  })
  const { field } = form
  return (
    <EntryForm form={form}>
      <TextArea hint={words.originalHint} autoCorrect="off" spellCheck={false} rows={3} {...field('original')} />
      <LanguageField current={proverb?.language} {...field('language')} />
      <TextArea optional rows={3} {...field('translation')} />
      <TextArea optional rows={4} {...field('meaning')} />
      <AttachmentField file={recording} label={words.recording} accept={acceptSound} />
    </EntryForm>
  )
}

const blank: Values = {
  original: '',
  language: '',
  translation: '',
  meaning: '',
  audience: audienceOf(undefined, 'public'),
}

function valuesOf(proverb: Proverb): Values {
  const { original, language, translation, meaning } = proverb
  return {
    original,
    language,
    translation: translation ?? '',
    meaning: meaning ?? '',
    audience: audienceOf(proverb, 'public'),
  }
}
