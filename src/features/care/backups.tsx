import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatBytes, formatDateTime } from '#ui/formats.ts'
import { Facts } from '#ui/list.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import type { BackupState } from './schema.ts'
import { text } from './text.ts'

/** How old the last backup and the last drill are, and how they went. */
export function Backups() {
  const state = useQuery({ queryKey: ['care', 'backups'], queryFn: ({ signal }) => api.care.backups({}, { signal }) })
  if (state.isError)
    return (
      <ErrorState title={text.failed} onRetry={() => state.refetch()} busy={state.isFetching}>
        {state.error.message}
      </ErrorState>
    )
  if (!state.data) return <Skeleton shape="list" count={4} label={text.loading} />
  const { plan, backup, drill } = state.data
  return (
    <>
      <Kind words={text.backup} state={backup}>
        <p>{plan ? text.plan(plan.at, plan.place, plan.encrypted) : text.noPlan}</p>
      </Kind>
      <Kind words={text.drill} state={drill}>
        <p>{plan?.drills ? text.drills : text.noDrills}</p>
      </Kind>
    </>
  )
}

type KindProps = {
  words: typeof text.backup | typeof text.drill
  state: BackupState['backup']
  children: React.ReactNode
}

function Kind({ words, state: { run, running, overdue }, children }: KindProps) {
  const heading = useId()
  const setting = useDateSetting()
  const done = run?.done
  return (
    <section className="stack gap-3" aria-labelledby={heading}>
      <h2 className="t1 heavy" id={heading}>
        {words.title}
      </h2>
      {children}
      {overdue && (
        <Note look="bad" icon="alert">
          <p className="strong">{words.overdue}</p>
          <p>{words.overdueHint}</p>
        </Note>
      )}
      {running && <Note icon="retry">{words.running}</Note>}
      {run?.error && !running && (
        <Note look="ringed" icon="alert">
          <p className="strong">{words.error(formatDateTime(run.triedAt, setting))}</p>
          <p className="break" lang="en">
            {run.error}
          </p>
        </Note>
      )}
      {done ? (
        <Facts
          rows={[
            [
              words.last,
              <time key="at" dateTime={done.at}>{`${formatDateTime(done.at, setting)} (${ago(done.at)})`}</time>,
            ],
            [text.took, text.seconds(done.seconds)],
            [text.holds, text.amount(done.files, formatBytes(done.bytes))],
            [text.moved, words === text.backup ? formatBytes(done.moved) : null],
            [text.missing, done.missing > 0 ? text.missingFiles(done.missing) : null],
          ]}
        />
      ) : (
        <p className="dim">{words.none}</p>
      )}
    </section>
  )
}

function ago(at: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 3_600_000))
  return hours < 48 ? text.hoursAgo(hours) : text.daysAgo(Math.floor(hours / 24))
}
