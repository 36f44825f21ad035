import { ChoiceField, Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { choice, day, plainFields, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { useFormUploads } from '#content/media/form/attachment.tsx'
import { allFiles, type FileItem, FileListField, files } from '#content/media/form/file-list-field.tsx'
import { LazyDateField } from '#ui/form/lazy-date-field.tsx'
import { TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { ArtifactField } from './artifact-field.tsx'
import { kind } from './kind.ts'
import { type Conservation, conditions, NewConservation, phases } from './schema.ts'
import { text } from './text.ts'

const fields = {
  ...plainFields(NewConservation, 'title'),
  condition: choice(conditions, (condition) => text.conditions[condition]),
  phase: choice(phases, (phase) => text.phases[phase]),
  ...plainFields(NewConservation, 'artifactId', 'threat', 'treatment', 'conservator'),
  startedAt: day,
  finishedAt: day,
  images: {
    ...files,
    input: (items: FileItem[]) => items.map(({ url, label, role }) => ({ url, alt: label, role })),
  },
}
type Values = ValuesOf<typeof fields>

/** `artifactId` is the artifact of a new record. */
type Props = EntryFormProps<'conservation'> & { artifactId?: string | undefined }

/** The complete form for a conservation record. */
export function ConservationForm({ artifactId, ...props }: Props) {
  const record = props.entry
  const { uploads, fileIn } = useFormUploads('conservation', record)
  const sending = useUpload({ ...fileIn('images'), original: true })
  const form = useEntryForm<'conservation', Values>({
    ...props,
    type: 'conservation',
    page: `${kind.form}${artifactId ? `?artifact=${artifactId}` : ''}`,
    device: `conservation${artifactId ? `:${artifactId}` : ''}`,
    initial: { artifactId: artifactId ?? '' },
    fields: { ...fields, artifactId: { ...fields.artifactId, show: (id) => nameOfArtifact(id, record) } },
    schema: NewConservation,
    uploads,
    complete: (values) => ({ ...values, images: allFiles(values.images, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
  })
  const { field } = form
  return (
    <EntryForm form={form}>
      <TextField maxLength={200} {...field('title')} />
      <Controlled form={form} name="artifactId">
        {(field) => <ArtifactField {...field} />}
      </Controlled>
      <ChoiceField form={form} name="condition" />
      <ChoiceField form={form} name="phase" />
      {(['startedAt', 'finishedAt'] as const).map((name) => (
        <Controlled key={name} form={form} name={name}>
          {(field) => <LazyDateField optional {...field} />}
        </Controlled>
      ))}
      <Controlled form={form} name="images">
        {(field) => <FileListField accept="image/*" textField="alt" roles {...field} sending={sending} />}
      </Controlled>
      <TextArea optional maxLength={5000} {...field('threat')} />
      <TextArea optional maxLength={10_000} {...field('treatment')} />
      <TextField optional maxLength={200} {...field('conservator')} />
    </EntryForm>
  )
}

/**
 * Returns the name of the record's artifact. For any other artifact it returns the id, because its name isn't loaded.
 */
function nameOfArtifact(id: string, record: Conservation | undefined): string {
  return record?.artifact?.id === id ? record.artifact.name : id
}
