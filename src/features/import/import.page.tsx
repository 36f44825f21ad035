import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { kindName, kindPlural } from '#content/entry/kind-names.ts'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/data/formats.ts'
import { FormError } from '#ui/form/form-error.tsx'
import { Options } from '#ui/form/options.tsx'
import { Checkbox, SelectField } from '#ui/form/text-field.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useHasRole } from '#web/session/session.ts'
import type { Route } from './+types/import.page.ts'
import { importPage } from './list.page.tsx'
import { Reading } from './read-settings.tsx'
import { Rows } from './rows.tsx'
import type { Import, Stage } from './schema.ts'
import { text } from './text.ts'
import { UndoButton } from './undo/dialog.tsx'

const pollMs = 1000
const working: Stage[] = ['checking', 'importing', 'undoing']

export const meta = titled(() => text.title)

/** Shows an import at any stage, and reloads it every second while it is running. */
export default function ImportPage({ params: { id } }: Route.ComponentProps) {
  const query = useAnswer(['import', id], (options) => api.import.get({ id }, options), {
    enabled: useHasRole('keeper'),
    refetchInterval: ({ state: { data } }) => (data && working.includes(data.stage) ? pollMs : false),
    staleTime: 0,
  })
  return (
    <Desk title={text.title}>
      <p className="back">
        <Link to={importPage}>{text.all}</Link>
      </p>
      <Loaded query={query} loading={{ count: 4 }} failed={text.failed}>
        {(data) => <Stages imported={data} />}
      </Loaded>
    </Desk>
  )
}

function Stages({ imported }: { imported: Import }) {
  const { id, fileName, stage, failure, counts } = imported
  const navigate = useNavigate()
  const remaining = counts.added - counts.removed
  return (
    <>
      <h2 className="break">{fileName}</h2>
      <p role="status" className="lead">
        {text.stages[stage]}
      </p>
      {stage === 'waiting' && <Note look="ringed">{text.waitingHelp}</Note>}
      {working.includes(stage) && <Progress imported={imported} />}
      {stage === 'failed' && (
        <Note look="bad" icon="alert">
          <p className="strong">{failure}</p>
        </Note>
      )}
      {stage === 'undone' && remaining > 0 && <Note look="ringed">{text.keptSince(formatCount(remaining))}</Note>}
      {(stage === 'checked' || stage === 'failed') && imported.found && (
        <Reading key={JSON.stringify(imported.settings)} imported={imported} open={stage === 'failed'} />
      )}
      {stage !== 'waiting' && stage !== 'failed' && <Rows imported={imported} />}
      {stage === 'checked' && <Run imported={imported} />}
      <div className="row">
        {(stage === 'done' || (stage === 'undone' && remaining > 0)) && <UndoButton imported={imported} />}
        {(['waiting', 'checking', 'checked', 'failed'] as Stage[]).includes(stage) && (
          <ConfirmButton
            label={text.remove}
            title={text.removeTitle}
            cancel={text.keep}
            act={async () => {
              await api.import.remove({ id })
              void navigate(importPage)
            }}
          >
            {text.removeHelp}
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

function Progress({ imported: { stage, percent } }: { imported: Import }) {
  return (
    <div className="stack gap-2">
      <progress max={100} value={percent} aria-label={text.stages[stage]} />
      <p className="small">
        <span className="num">{text.percent(percent)}</span> <span className="dim">{text.background}</span>
      </p>
    </div>
  )
}

type Visibility = Import['settings']['visibility']

/** Asks for the visibility and confirmation of the new entries, and adds them. */
function Run({ imported: { id, type, counts, settings } }: { imported: Import }) {
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
