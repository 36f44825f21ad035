import { keepPreviousData } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { kinds } from '#content/kinds.ts'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { text } from './text.ts'

/**
 * Maximum number of artifacts in the list, so that it stays usable on a phone. Keepers find the others by searching.
 */
const maxArtifacts = 50

type Props = { value: string; onChange: (id: string) => void; error?: string | undefined }

/** Lets the keeper choose the record's artifact from the results of a search. */
export function ArtifactField({ value, onChange, error }: Props) {
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
