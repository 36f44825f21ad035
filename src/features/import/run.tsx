import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormError } from '#ui/form/form-error.tsx'
import { Checkbox, SelectField } from '#ui/form/text-field.tsx'
import { formatCount } from '#ui/formats.ts'
import { api } from '#web/api.ts'
import type { Import } from './schema.ts'
import { text } from './text.ts'

type Visibility = Import['settings']['visibility']

/** How what is added will stand, and the one button that adds it. */
export function Run({ imported: { id, counts, settings } }: { imported: Import }) {
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
  if (counts.fresh === 0) return <p className="lead">{text.nothingToAdd}</p>
  return (
    <div className="stack">
      <SelectField
        label={text.visibility}
        value={visibility}
        onChange={({ target: { value } }) => setVisibility(value as Visibility)}
      >
        {(Object.keys(text.audiences) as Visibility[]).map((one) => (
          <option key={one} value={one}>
            {text.audiences[one]}
          </option>
        ))}
      </SelectField>
      <Checkbox
        label={text.confirmed}
        checked={confirmed}
        onChange={({ target: { checked } }) => setConfirmed(checked)}
      />
      <FormError title={run.error ? text.runFailed : null}>{run.error?.message}</FormError>
      <p>
        <Button busy={run.isPending} onClick={() => run.mutate()}>
          {text.run(formatCount(counts.fresh))}
        </Button>
      </p>
    </div>
  )
}
