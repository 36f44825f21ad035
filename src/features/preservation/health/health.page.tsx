import { DownloadArchive } from '#features/frame/archive/download-archive.tsx'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { WaitForParts } from '#features/frame/wait-for-parts.tsx'
import { formatBytes, formatDateTime } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Facts } from '#ui/list/list.tsx'
import { Check } from '#ui/state/checks.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { FileChecks } from '../fixity/file-checks.tsx'
import type { BackupState } from './schema.ts'
import { text } from './text.ts'

const parts = [Overview, Backups, FileChecks, DownloadArchive]

export const meta = titled(() => text.title)

export default function HealthPage() {
  return (
    <AdminsOnly title={text.title}>
      <p>{text.lead}</p>
      <WaitForParts look="stack gap-5">
        {parts.map((Part) => (
          <Part key={Part.name} />
        ))}
      </WaitForParts>
    </AdminsOnly>
  )
}

const words = text.overview

/** Shows whether the parts of the site that keep the archive safe are working, with one sentence for each. */
function Overview() {
  const setting = useDateSetting()
  const backups = useAnswer(['care', 'backups'], (options) => api.care.backups({}, options))
  const files = useAnswer(['fixity'], (options) => api.fixity.state({}, options))
  const checklist = useAnswer(['checklist'], (options) => api.admin.checklist({}, options))
  const { data: site } = checklist
  if (!site && checklist.isError)
    return (
      <Section title={words.title} look="t1 heavy" className="stack gap-3">
        <Loaded query={checklist} failed={words.failed} />
      </Section>
    )
  if (backups.isPending || files.isPending || checklist.isPending)
    return (
      <Section title={words.title} look="t1 heavy" className="stack gap-3">
        <Skeleton shape="list" count={5} label={text.loading} />
      </Section>
    )
  // The sections below show that backups or files failed to load.
  if (!backups.data || !files.data || !site) return null
  const { backup, drill } = backups.data
  const isFine = ({ run, overdue }: typeof backup) => Boolean(run?.done) && !run?.error && !overdue
  const last = ({ run }: typeof backup, none: string) =>
    run?.done ? words.last(formatDateTime(run.done.at, setting)) : none
  const { damaged, unread } = files.data
  const noneChecked = unread > 0 && unread === files.data.files
  const { mail, unsentMails, diskLow } = site
  return (
    <Section title={words.title} look="t1 heavy" className="stack gap-3">
      <ul className="list">
        <Check ok={isFine(backup)} title={isFine(backup) ? words.backedUp : words.notBackedUp}>
          {last(backup, words.noBackups)}
        </Check>
        <Check ok={isFine(drill)} title={isFine(drill) ? words.tested : words.untested}>
          {last(drill, words.noTests)}
        </Check>
        {noneChecked ? (
          <Check ok={false} title={words.noneChecked} />
        ) : (
          <Check ok={damaged === 0} title={damaged === 0 ? words.whole : words.damaged(damaged)}>
            {unread > 0 ? words.unread(unread) : undefined}
          </Check>
        )}
        <Check ok={mail === 'smtp' && unsentMails === 0} title={mail === 'smtp' ? words.mail : words.noMail}>
          {words.unsent(unsentMails)}
        </Check>
        <Check ok={!diskLow} title={diskLow ? words.noSpace : words.space}>
          {diskLow ? words.free(formatBytes(diskLow.free)) : undefined}
        </Check>
      </ul>
    </Section>
  )
}

/** Shows the age and outcome of the last backup and the last test restore. */
function Backups() {
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
