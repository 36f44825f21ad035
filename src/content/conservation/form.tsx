import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { kinds } from '#content/kinds.ts'
import { ChoiceField, Controlled, EntryForm } from '#content/media/entry-form/entry-form.tsx'
import { choice, day, plainFields, type ValuesOf } from '#content/media/entry-form/fields.ts'
import type { EntryFormProps } from '#content/media/entry-form/options.ts'
import { useEntryForm } from '#content/media/entry-form/use-entry-form.ts'
import { useFormUploads } from '#content/media/form/attachment.tsx'
import { allFiles, type FileItem, FileListField, files } from '#content/media/form/file-list-field.tsx'
import { LazyDateField } from '#ui/form/lazy-date-field.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUpload } from '#web/upload/upload.ts'
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

/**
 * Maximum number of artifacts in the list, so that it stays usable on a phone. Keepers find the others by searching.
 */
const maxArtifacts = 50

type ArtifactFieldProps = { value: string; onChange: (id: string) => void; error?: string | undefined }

/** Lets the keeper choose the record's artifact from the results of a search. */
function ArtifactField({ value, onChange, error }: ArtifactFieldProps) {
  const words = text.form
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const results = useAnswer(
    [kinds.artifact.type, 'list', 'choice', q],
    (options) => api.artifact.list({ q, limit: maxArtifacts }, options),
    { placeholderData: keepPreviousData },
  )
  const items = results.data?.items ?? []
  const isListed = items.some(({ id }) => id === value)
  const chosen = useAnswer([kinds.artifact.type, value], (options) => api.artifact.get({ id: value }, options), {
    enabled: value !== '' && results.isSuccess && !isListed,
  })
  if (results.isError)
    return (
      <ErrorState title={words.artifactsFailed} onRetry={() => results.refetch()} busy={results.isFetching}>
        {results.error.message}
      </ErrorState>
    )
  return (
    <>
      <TextField
        label={words.findArtifact}
        hint={words.findHint}
        optional
        type="search"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <SelectField
        label={words.artifactId}
        optional
        error={error}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{words.noneNamed}</option>
        {value !== '' && !isListed && <option value={value}>{chosen.data?.name ?? '…'}</option>}
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
