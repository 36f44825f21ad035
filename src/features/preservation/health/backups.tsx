import { formatBytes, formatDateTime } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Facts } from '#ui/list/list.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import type { BackupState } from './schema.ts'
import { text } from './text.ts'

/** Shows the age and outcome of the last backup and the last test restore. */
export function Backups() {
  const state = useAnswer(['care', 'backups'], (options) => api.care.backups({}, options))
  if (!state.data) return <Loaded query={state} loading={{ count: 4, label: text.loading }} failed={text.failed} />
  const { plan, backup, drill } = state.data
  return (
    <>
      <Kind words={text.backup} state={backup}>
        <p>{plan ? text.plan(plan.at, plan.place, plan.encrypted) : text.noPlan}</p>
        {!plan && (
          <p className="small dim">
            {text.setting} <code>BACKUP_TO</code>
          </p>
        )}
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
  const setting = useDateSetting()
  const done = run?.done
  return (
    <Section title={words.title} look="t1 heavy" className="stack gap-3">
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
    </Section>
  )
}

function ago(at: string): string {
  const hours = Math.max(0, Math.floor((Date.now() - Date.parse(at)) / 3_600_000))
  return hours < 48 ? text.hoursAgo(hours) : text.daysAgo(Math.floor(hours / 24))
}
