import type { ReactNode } from 'react'
import type { z } from 'zod'
import { LanguageField } from '#content/language/field.tsx'
import { text as languageText } from '#content/language/text.ts'
import { EntryForm } from '#content/media/entry-form/entry-form.tsx'
import type { EntryValues } from '#content/media/entry-form/fields.ts'
import { plainFields } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps, EntryFormWords } from '#content/media/entry-form/options.ts'
import { type EntryForm as Form, useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment, useFormUploads } from '#content/media/form/attachment.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import type { TextKind } from './schema.ts'
import { text } from './text.ts'

type Type = TextKind['type']
type Words = Pick<EntryFormWords, 'publish' | 'posted' | 'failed'> & {
  originalHint: string
  [field: string]: string
}

type Props = EntryFormProps<Type> & {
  type: Type
  schema: z.ZodObject
  /** The number of lines that the original and its translation show at first. */
  rows: number
  /** The name of the field that only this type has. */
  own: string
  words: () => Words
  /** Returns the control of that field. */
  children: (field: ReturnType<Form<Type, EntryValues>['field']>) => ReactNode
}

export function TextForm({ rows, own, children, ...props }: Props) {
  const { type, entry, schema } = props
  const words = () => ({ ...text.form, language: languageText.language, ...props.words() })
  const hasTitle = 'title' in schema.shape
  const { uploads, fileIn } = useFormUploads(type, entry)
  const recording = useAttachment(entry?.recording, fileIn('recording'))
  const form = useEntryForm<Type, EntryValues>({
    ...props,
    fields: plainFields(schema, ...(hasTitle ? ['title'] : []), 'original', 'language', 'translation', own),
    schema: schema.omit({ recording: true, state: true }),
    title: ({ title, original }) => title ?? original,
    uploads,
    attachments: { recording: { label: words().recording, file: recording, of: (one) => one.recording } },
    words,
  })
  const { field } = form
  return (
    <EntryForm form={form}>
      {hasTitle && <TextField maxLength={200} {...field('title')} />}
      <TextArea hint={words().originalHint} autoCorrect="off" spellCheck={false} rows={rows} {...field('original')} />
      <LanguageField current={entry?.language} {...field('language')} />
      <TextArea optional rows={rows} {...field('translation')} />
      {children(field(own))}
      <AttachmentField file={recording} label={words().recording} accept={acceptSound} />
    </EntryForm>
  )
}
