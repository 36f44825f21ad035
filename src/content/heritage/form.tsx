import { PointField, point } from '#content/entry/point/point-field.tsx'
import { ChoiceField, Controlled, EntryForm, RichTextField } from '#content/media/entry-form/entry-form.tsx'
import { choice, html, plainFields, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { AttachmentField, useAttachment, useFormUploads } from '#content/media/form/attachment.tsx'
import { allFiles, type FileItem, FileListField, files } from '#content/media/form/file-list-field.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { kind } from './kind.ts'
import { NewHeritage, type Section, sections } from './schema.ts'
import { text } from './text.ts'

const fields = {
  section: choice(sections, (section) => text.pages[section]),
  ...plainFields(NewHeritage, 'title'),
  point,
  ...plainFields(NewHeritage, 'summary'),
  body: html,
  ...plainFields(NewHeritage, 'narrator', 'place'),
  media: { ...files, input: (items: FileItem[]) => items.map(({ url, label }) => ({ url, caption: label })) },
}
type Values = ValuesOf<typeof fields>

/** `section` is the section in which a new entry begins. */
type Props = EntryFormProps<'heritage'> & { section?: Section | undefined }

export function HeritageForm({ section, ...props }: Props) {
  const { entry } = props
  const words = text.form
  const { uploads, fileIn } = useFormUploads('heritage', entry, section)
  const sending = useUpload(fileIn('media'))
  const cover = useAttachment(entry?.coverFile, fileIn('cover'))
  const form = useEntryForm<'heritage', Values>({
    ...props,
    type: 'heritage',
    page: `${kind.form}${section ? `?section=${section}` : ''}`,
    device: `heritage${section ? `:${section}` : ''}`,
    initial: section && { section },
    fields,
    schema: NewHeritage,
    uploads,
    attachments: { cover: { label: words.cover, file: cover, of: (one) => one.coverFile } },
    complete: (values) => ({ ...values, media: allFiles(values.media, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
  })
  const { field } = form
  return (
    <EntryForm form={form}>
      <ChoiceField form={form} name="section" />
      <TextField maxLength={200} {...field('title')} />
      <TextArea hint={words.summaryHint} optional rows={3} maxLength={1000} {...field('summary')} />
      <AttachmentField file={cover} label={words.cover} accept="image/*" />
      <RichTextField form={form} name="body" hint={words.bodyHint} optional />
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
