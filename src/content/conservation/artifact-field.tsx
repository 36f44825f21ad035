import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { api } from '#web/api.ts'
import { text } from './text.ts'

/** As many as a phone's own list shows without getting lost; the search finds the others. */
const offered = 50

type Props = { value: string; onChange: (id: string) => void; error?: string | undefined }

/** The artifact that a record is about: a search, and a list of what it found. */
export function ArtifactField({ value, onChange, error }: Props) {
  const words = text.form
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    queryKey: ['artifact', 'list', 'choice', q],
    queryFn: ({ signal }) => api.artifact.list({ q, limit: offered }, { signal }),
    placeholderData: keepPreviousData,
  })
  const items = found.data?.items ?? []
  const known = items.some(({ id }) => id === value)
  const chosen = useQuery({
    enabled: value !== '' && found.isSuccess && !known,
    queryKey: ['artifact', value],
    queryFn: ({ signal }) => api.artifact.get({ id: value }, { signal }),
  })
  if (found.isError)
    return (
      <ErrorState title={words.artifactsFailed} onRetry={() => found.refetch()} busy={found.isFetching}>
        {found.error.message}
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
        label={words.artifact}
        optional
        error={error}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{words.noneNamed}</option>
        {value !== '' && !known && <option value={value}>{chosen.data?.name ?? '…'}</option>}
        {items.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </>
  )
}
