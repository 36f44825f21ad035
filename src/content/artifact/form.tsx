import { MakerField, maker, withMaker, withMakerId } from '#content/entry/maker/field.tsx'
import { PointField, point } from '#content/entry/point/point-field.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { type InputOf, plainFields, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { useFormUploads } from '#content/media/form/attachment.tsx'
import { allFiles, FileListField, pictures } from '#content/media/form/file-list-field.tsx'
import { TagInput } from '#ui/form/tag-input.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { NewArtifact } from './schema.ts'
import { text } from './text.ts'

const fields = {
  ...plainFields(NewArtifact, 'name', 'localName', 'description', 'materials', 'use'),
  maker,
  ...plainFields(NewArtifact, 'period', 'dimensions', 'heldAt'),
  point,
  images: pictures,
}
type Values = ValuesOf<typeof fields>

export function ArtifactForm(props: EntryFormProps<'artifact'>) {
  const words = text.form
  const { uploads, fileIn } = useFormUploads('artifact', props.entry)
  const sending = useUpload({ ...fileIn('images'), original: true })
  const form = useEntryForm<'artifact', Values>({
    ...props,
    type: 'artifact',
    fields,
    inputOf: (input: InputOf<typeof fields>) => withMakerId(input),
    schema: NewArtifact,
    title: ({ name }) => name,
    restore: withMaker,
    uploads,
    complete: (values) => ({ ...values, images: allFiles(values.images, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
  })
  const { errorOf, field } = form
  return (
    <EntryForm form={form}>
      <TextField maxLength={200} {...field('name')} />
      <TextField optional lang="enb" maxLength={200} {...field('localName')} />
      <Controlled form={form} name="images">
        {(field) => <FileListField accept="image/*" textField="alt" {...field} sending={sending} />}
      </Controlled>
      <TextArea optional maxLength={10_000} {...field('description')} />
      <Controlled form={form} name="materials">
        {(field) => <TagInput placeholder={words.materialsHint} optional maxLength={100} {...field} />}
      </Controlled>
      <TextArea hint={words.useHint} optional maxLength={2000} {...field('use')} />
      <Controlled form={form} name="maker">
        {(field) => <MakerField {...field} error={field.error ?? errorOf('makerId')} />}
      </Controlled>
      <TextField optional maxLength={200} {...field('period')} />
      <TextField optional maxLength={200} {...field('dimensions')} />
      <TextField optional maxLength={200} {...field('heldAt')} />
      <Controlled form={form} name="point">
        {(field) => <PointField key={form.round} {...field} entryId={props.entry?.id} />}
      </Controlled>
    </EntryForm>
  )
}
