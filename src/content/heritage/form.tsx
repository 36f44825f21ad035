import { PointField, pointView } from '#content/entry/point/point-field.tsx'
import type { NewPoint } from '#content/entry/schema.ts'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asHtml, asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment } from '#content/media/form/attachment.tsx'
import { allFiles, type FileItem, FileListField, itemsOf, listView } from '#content/media/form/file-list-field.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { LazyRichText } from '#ui/rich-text/lazy-rich-text.tsx'
import { notify } from '#web/notifications.ts'
import { uploadPicture } from '#web/upload/send-file.ts'
import { useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { kind } from './kind.ts'
import { type FullHeritage, NewHeritage, type Section, sections } from './schema.ts'
import { text } from './text.ts'

type Values = {
  section: Section
  title: string
  summary: string
  body: string
  narrator: string
  place: string
  point: NewPoint | null
  media: FileItem[]
  audience: Audience
}

export type HeritageFormProps = {
  /** The entry to edit. Without it, the form creates one and stores a draft on the device. */
  entry?: FullHeritage | undefined
  /** The initial section of a new entry. */
  section?: Section | undefined
  /** Called with the stored entry. */
  onSubmitted: (entry: FullHeritage) => void
}

/** The complete form for a heritage entry. */
export function HeritageForm({ entry, section, onSubmitted }: HeritageFormProps) {
  const words = text.form
  const uploads = useUploads()
  const uploadFor = (name: string) => ({
    uploads,
    name: `heritage:${entry?.id ?? section ?? 'new'}:${name}`,
    field: entry ? undefined : name,
  })
  const sending = useUpload(uploadFor('media'))
  const cover = useAttachment(entry?.coverFile, uploadFor('cover'))
  const form = useEntryForm<'heritage', Values>({
    type: 'heritage',
    entry,
    page: `${kind.form}${section ? `?section=${section}` : ''}`,
    device: `heritage${section ? `:${section}` : ''}`,
    blank: section ? { ...blank, section } : blank,
    valuesOf,
    inputOf: ({ media, audience: _, ...fields }) => ({
      ...fields,
      media: media.map(({ url, label }) => ({ url, caption: label })),
    }),
    schema: NewHeritage,
    title: ({ title }) => title,
    fields: () => ({
      section: { label: words.section, show: (one) => text.pages[one] },
      title: asTyped(words.title),
      summary: asTyped(words.summary),
      body: asHtml(words.body),
      media: listView(words.media),
      narrator: asTyped(words.narrator),
      place: asTyped(words.place),
      point: pointView(),
    }),
    uploads,
    attachments: { cover: { label: words.cover, file: cover, of: (one) => one.coverFile } },
    complete: (values) => ({ ...values, media: allFiles(values.media, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
    onSubmitted,
  })
  const { getValues, field } = form
  return (
    <EntryForm form={form}>
      <SelectField {...field('section')}>
        <Options of={sections} name={(one) => text.pages[one]} />
      </SelectField>
      <TextField maxLength={200} {...field('title')} />
      <TextArea hint={words.summaryHint} optional rows={3} maxLength={1000} {...field('summary')} />
      <AttachmentField file={cover} label={words.cover} accept="image/*" />
      <Controlled form={form} name="body">
        {(field) => (
          <LazyRichText
            key={form.round}
            hint={entry ? undefined : words.bodyHint}
            optional
            initial={getValues('body')}
            {...field}
            onPicture={uploadPicture}
            onPictureFailed={(error) => notify.error(error.message)}
          />
        )}
      </Controlled>
      <Controlled form={form} name="media">
        {(field) => <FileListField accept="image/*,audio/*,video/*" textField="caption" {...field} sending={sending} />}
      </Controlled>
      <TextField hint={words.narratorHint} optional maxLength={200} {...field('narrator')} />
      <TextField optional maxLength={200} {...field('place')} />
      <Controlled form={form} name="point">
        {(field) => <PointField key={form.round} {...field} entryId={entry?.id} />}
      </Controlled>
    </EntryForm>
  )
}

const blank: Values = {
  section: 'communication',
  title: '',
  summary: '',
  body: '',
  narrator: '',
  place: '',
  point: null,
  media: [],
  audience: audienceOf(undefined, 'public'),
}

function valuesOf(entry: FullHeritage): Values {
  const { section, title, point } = entry
  return {
    ...{ section, title, point },
    summary: entry.summary ?? '',
    body: entry.body ?? '',
    narrator: entry.narrator ?? '',
    place: entry.place ?? '',
    media: itemsOf(entry.media),
    audience: audienceOf(entry, 'public'),
  }
}
