import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { Desk } from '#features/keepers/desk.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { formatCount } from '#ui/formats.ts'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useHasRole } from '#web/session.ts'
import type { Route } from './+types/import.page.ts'
import { importPage } from './list.page.tsx'
import { Reading } from './reading.tsx'
import { Rows } from './rows.tsx'
import { Run } from './run.tsx'
import type { Import, Stage } from './schema.ts'
import { text } from './text.ts'
import { UndoButton } from './undo/dialog.tsx'

const pollMs = 1000
const working: Stage[] = ['checking', 'importing', 'undoing']

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** One import in whatever stage it is; what is under way is asked after each second. */
export default function ImportPage({ params: { id } }: Route.ComponentProps) {
  const query = useQuery({
    enabled: useHasRole('keeper'),
    queryKey: ['import', id],
    queryFn: ({ signal }) => api.import.get({ id }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && working.includes(data.stage) ? pollMs : false),
    staleTime: 0,
  })
  const { data } = query
  return (
    <Desk title={data?.fileName ?? text.title}>
      <p className="back">
        <Link to={importPage}>{text.all}</Link>
      </p>
      {query.isPending && <Skeleton shape="list" count={4} label={text.loading} />}
      {query.isError && !data && (
        <ErrorState title={text.failed} onRetry={() => query.refetch()} busy={query.isFetching}>
          {query.error.message}
        </ErrorState>
      )}
      {data && <Stages imported={data} />}
    </Desk>
  )
}

function Stages({ imported }: { imported: Import }) {
  const { id, stage, failure, counts } = imported
  const navigate = useNavigate()
  const kept = counts.added - counts.removed
  return (
    <>
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
      {stage === 'undone' && kept > 0 && <Note look="ringed">{text.keptSince(formatCount(kept))}</Note>}
      {(stage === 'checked' || stage === 'failed') && imported.found && (
        <Reading key={JSON.stringify(imported.settings)} imported={imported} open={stage === 'failed'} />
      )}
      {stage !== 'waiting' && stage !== 'failed' && <Rows imported={imported} />}
      {stage === 'checked' && <Run imported={imported} />}
      <div className="row">
        {(stage === 'done' || (stage === 'undone' && kept > 0)) && <UndoButton imported={imported} />}
        {(['waiting', 'checking', 'checked', 'failed'] as Stage[]).includes(stage) && (
          <ConfirmButton
            label={text.remove}
            title={text.removeTitle}
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
