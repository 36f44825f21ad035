import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { kindName, kindPlural } from '#content/entry/kind-names.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/data/formats.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { Checkbox, SelectField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import type { Import } from './schema.ts'
import { text } from './text.ts'

type Visibility = Import['settings']['visibility']

/** Asks for the visibility and confirmation of the new entries, and adds them. */
export function Run({ imported: { id, type, counts, settings } }: { imported: Import }) {
  const [visibility, setVisibility] = useState(settings.visibility)
  const [confirmed, setConfirmed] = useState(settings.confirmed)
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: async () => {
      if (visibility !== settings.visibility || confirmed !== settings.confirmed)
        await api.import.update({ id, visibility, confirmed })
      return api.import.run({ id })
    },
    onSuccess: (data) => queryClient.setQueryData(['import', id], data),
  })
  if (counts.fresh === 0) return counts.differing === 0 && <p className="lead">{text.nothingToAdd}</p>
  const what = counts.fresh === 1 ? kindName(type) : kindPlural(type)
  return (
    <div className="stack">
      <SelectField
        label={text.visibility}
        value={visibility}
        onChange={({ target: { value } }) => setVisibility(value as Visibility)}
      >
        <Options of={Object.keys(text.audiences) as Visibility[]} name={(one) => text.audiences[one]} />
      </SelectField>
      <Checkbox
        label={text.confirmed}
        checked={confirmed}
        onChange={({ target: { checked } }) => setConfirmed(checked)}
      />
      <FormError title={run.error ? text.runFailed : null}>{run.error?.message}</FormError>
      <p>
        <Button busy={run.isPending} onClick={() => run.mutate()}>
          {text.run(formatCount(counts.fresh), what.toLocaleLowerCase())}
        </Button>
      </p>
    </div>
  )
}
