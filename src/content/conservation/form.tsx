import { Controller } from 'react-hook-form'
import { type Audience, audienceOf } from '#content/entry/visibility/audience-fields.tsx'
import { Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { asTyped } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { allFiles, type FileItem, FileListField, itemsOf, listView } from '#content/media/form/file-list-field.tsx'
import { isoDay } from '#text/day.ts'
import { LazyDateField } from '#ui/form/lazy-date-field.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { useUpload } from '#web/upload/upload.ts'
import { useUploads } from '#web/upload/uploads.ts'
import { ArtifactField } from './artifact-field.tsx'
import { kind } from './kind.ts'
import { type Conservation, conditions, NewConservation, phases } from './schema.ts'
import { text } from './text.ts'

type Values = {
  title: string
  artifactId: string
  condition: (typeof conditions)[number]
  phase: (typeof phases)[number]
  threat: string
  treatment: string
  conservator: string
  startedAt: string
  finishedAt: string
  images: FileItem[]
  audience: Audience
}

export type ConservationFormProps = {
  /** The record to edit. Without it, the form creates one and stores a draft on the device. */
  record?: Conservation | undefined
  /** The artifact of a new record. */
  artifactId?: string | undefined
  /** Called with the stored record. */
  onSubmitted: (record: Conservation) => void
}

/** The complete form for a conservation record. */
export function ConservationForm({ record, artifactId, onSubmitted }: ConservationFormProps) {
  const words = text.form
  const uploads = useUploads()
  const sending = useUpload({
    uploads,
    name: `conservation:${record?.id ?? 'new'}:images`,
    field: record ? undefined : 'images',
    original: true,
  })
  const form = useEntryForm<'conservation', Values>({
    type: 'conservation',
    entry: record,
    page: `${kind.form}${artifactId ? `?artifact=${artifactId}` : ''}`,
    device: `conservation${artifactId ? `:${artifactId}` : ''}`,
    blank: { ...blank, artifactId: artifactId ?? '' },
    valuesOf,
    inputOf: ({ images, audience: _, ...fields }) => ({
      ...fields,
      images: images.map(({ url, label, role }) => ({ url, alt: label, role })),
    }),
    schema: NewConservation,
    title: ({ title }) => title,
    fields: () => ({
      title: asTyped(words.title),
      artifactId: { label: words.artifact, show: (id) => nameOfArtifact(id, record) },
      condition: { label: words.condition, show: (condition) => text.conditions[condition] },
      phase: { label: words.phase, show: (phase) => text.phases[phase] },
      startedAt: asTyped(words.startedAt),
      finishedAt: asTyped(words.finishedAt),
      images: listView(words.images),
      threat: asTyped(words.threat),
      treatment: asTyped(words.treatment),
      conservator: asTyped(words.conservator),
    }),
    uploads,
    complete: (values) => ({ ...values, images: allFiles(values.images, sending) }),
    clearFiles: sending.clear,
    words: () => text.form,
    onSubmitted,
  })
  const { control, errorOf, field } = form
  return (
    <EntryForm form={form}>
      <TextField maxLength={200} {...field('title')} />
      <Controlled form={form} name="artifactId">
        {(field) => <ArtifactField {...field} />}
      </Controlled>
      <SelectField {...field('condition')}>
        <Options of={conditions} name={(condition) => text.conditions[condition]} />
      </SelectField>
      <SelectField {...field('phase')}>
        <Options of={phases} name={(phase) => text.phases[phase]} />
      </SelectField>
      {(['startedAt', 'finishedAt'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name}
          render={({ field }) => <LazyDateField label={words[name]} optional error={errorOf(name)} {...field} />}
        />
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

const blank: Values = {
  title: '',
  artifactId: '',
  condition: 'good',
  phase: 'planned',
  threat: '',
  treatment: '',
  conservator: '',
  startedAt: '',
  finishedAt: '',
  images: [],
  audience: audienceOf(undefined, 'public'),
}

function valuesOf(record: Conservation): Values {
  const { title, artifactId, condition, phase, startedAt, finishedAt } = record
  return {
    ...{ title, condition, phase, artifactId: artifactId ?? '' },
    threat: record.threat ?? '',
    treatment: record.treatment ?? '',
    conservator: record.conservator ?? '',
    startedAt: startedAt ? isoDay(startedAt) : '',
    finishedAt: finishedAt ? isoDay(finishedAt) : '',
    images: itemsOf(record.images),
    audience: audienceOf(record, 'public'),
  }
}

/**
 * Returns the name of the record's artifact. For any other artifact it returns the id, because its name isn't loaded.
 */
function nameOfArtifact(id: string, record: Conservation | undefined): string {
  return record?.artifact?.id === id ? record.artifact.name : id
}
