import type { ReactNode } from 'react'
import type { z } from 'zod'
import { audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { LanguageField } from '#content/language/field.tsx'
import { text as languageText } from '#content/language/text.ts'
import { EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asTyped, type EntryFormWords, type EntryValues, type Loaded } from '#content/media/entry-form/options.ts'
import { type EntryForm as Form, useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { acceptSound } from '#ui/form/accept.ts'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUploads } from '#web/upload/uploads.ts'
import type { RecordedText, TextKind } from './schema.ts'
import { text } from './text.ts'

type Type = TextKind['type']
type Words = Pick<EntryFormWords, 'publish' | 'posted' | 'failed'> & {
  originalHint: string
  [field: string]: string
}

type Props<T> = {
  type: Type
  /** The text to edit. Without it, the form creates one and stores a draft on the device. */
  entry: T | undefined
  schema: z.ZodObject
  /** The number of lines that the original and its translation show at first. */
  rows: number
  /** The name of the field that only this type has. */
  own: string
  words: () => Words
  /** Called with the stored text. */
  onSubmitted: (entry: T) => void
  /** Returns the control of that field. */
  children: (field: ReturnType<Form<Type, EntryValues>['field']>) => ReactNode
}

/** The complete form for a text with a recording. */
export function TextForm<T extends Loaded<Type>>(props: Props<T>) {
  const { type, entry, schema, rows, own, onSubmitted, children } = props
  const words = () => ({ ...text.form, ...props.words() })
  const hasTitle = 'title' in schema.shape
  const names = [...(hasTitle ? ['title'] : []), 'original', 'language', 'translation', own]
  const labelOf = (name: string) => ({ ...words(), language: languageText.language })[name] ?? ''
  const valuesOf = (stored?: RecordedText): EntryValues => ({
    ...Object.fromEntries(names.map((name) => [name, stored?.[name as 'translation'] ?? ''])),
    audience: audienceOf(stored, 'public'),
  })
  const uploads = useUploads()
  const recording = useAttachment(entry?.recording, {
    uploads,
    name: `${type}:${entry?.id ?? 'new'}:recording`,
    field: entry ? undefined : 'recording',
  })
  const form = useEntryForm<Type, EntryValues>({
    type,
    entry,
    blank: valuesOf(),
    valuesOf,
    inputOf: ({ audience: _, ...fields }) => fields,
    schema: schema.omit({ recording: true, state: true }),
    title: ({ title, original }) => title ?? original,
    fields: () => Object.fromEntries(names.map((name) => [name, asTyped(labelOf(name))])),
    uploads,
    attachments: { recording: { label: words().recording, file: recording, of: (one) => one.recording } },
    words,
    onSubmitted: onSubmitted as never,
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
