import { keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Brief, type Relation, relations } from '#content/entry/link/schema.ts'
import { text } from '#content/entry/link/text.ts'
import { BriefRow } from '#content/entry/list/brief.tsx'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { SelectField, TextField } from '#ui/form/text-field.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { notify } from '#web/toasts.ts'

/** Maximum number of results, few enough to scan. Typing more words narrows the search. */
const limit = 10

/** A form to choose a relation and search for the other entry. */
export function AddLink({ id }: { id: string }) {
  const [relation, setRelation] = useState<Relation>('references')
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const results = useAnswer(['newest', 'find', q], (options) => api.archive.newest({ q, limit }, options), {
    enabled: q !== '',
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
  const items = q === '' ? [] : (results.data?.items ?? []).filter((entry) => entry.id !== id)
  return (
    <Section id="add" title={text.add}>
      <SelectField
        label={text.relation}
        value={relation}
        onChange={({ target }) => setRelation(target.value as Relation)}
      >
        <Options of={relations} name={(one) => text.relations[one]} />
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
      {q !== '' && <Loaded query={results} loading={{ count: 2, label: text.finding }} failed={text.findFailed} />}
      {q !== '' && results.isSuccess && items.length === 0 && (
        <p className="dim" role="status">
          {text.nothingFound}
        </p>
      )}
      {items.length > 0 && (
        <ul className="list">
          {items.map((entry) => (
            <Result
              key={entry.id}
              entry={entry}
              busy={add.isPending && add.variables === entry.id}
              onChoose={add.mutate}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Result({ entry, busy, onChoose }: { entry: Brief; busy: boolean; onChoose: (id: string) => void }) {
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
