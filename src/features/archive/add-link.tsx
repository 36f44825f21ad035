import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { BriefRow } from '#content/entry/brief.tsx'
import { type Brief, type Relation, relations } from '#content/entry/link/schema.ts'
import { text } from '#content/entry/link/text.ts'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'

/** As many as one looks through; more words find the others. */
const offered = 10

/** How the entry belongs to another, and a search for that one. */
export function AddLink({ id }: { id: string }) {
  const [relation, setRelation] = useState<Relation>('references')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const found = useQuery({
    enabled: q !== '',
    queryKey: ['newest', 'find', q],
    queryFn: ({ signal }) => api.archive.newest({ q, limit: offered }, { signal }),
    placeholderData: keepPreviousData,
  })
  const queryClient = useQueryClient()
  const add = useMutation({
    mutationFn: (to: string) => api.archive.link({ id, relation, to }),
    onSuccess: () => {
      notify.success(text.added)
      return queryClient.invalidateQueries({ queryKey: ['links'] })
    },
  })
  const items = q === '' ? [] : (found.data?.items ?? []).filter((entry) => entry.id !== id)
  return (
    <section className="stack" aria-labelledby="add">
      <h2 className="t2" id="add">
        {text.add}
      </h2>
      <SelectField
        label={text.relation}
        value={relation}
        onChange={({ target }) => setRelation(target.value as Relation)}
      >
        {relations.map((one) => (
          <option key={one} value={one}>
            {text.relations[one]}
          </option>
        ))}
      </SelectField>
      <TextField
        label={text.find}
        hint={text.findHint}
        type="search"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <FormError title={add.error?.message} />
      {q !== '' && found.isPending && <Skeleton shape="list" count={2} label={text.finding} />}
      {found.isError && (
        <ErrorState title={text.findFailed} onRetry={() => found.refetch()} busy={found.isFetching}>
          {found.error.message}
        </ErrorState>
      )}
      {q !== '' && found.isSuccess && items.length === 0 && (
        <p className="dim" role="status">
          {text.nothingFound}
        </p>
      )}
      {items.length > 0 && (
        <ul className="list">
          {items.map((entry) => (
            <Found
              key={entry.id}
              entry={entry}
              busy={add.isPending && add.variables === entry.id}
              onChoose={add.mutate}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function Found({ entry, busy, onChoose }: { entry: Brief; busy: boolean; onChoose: (id: string) => void }) {
  return (
    <BriefRow
      entry={entry}
      action={
        <Button variant="soft" busy={busy} onClick={() => onChoose(entry.id)}>
          {text.choose}
          <span className="sr"> {text.chooseOf(entry.title)}</span>
        </Button>
      }
    />
  )
}
