import { formatBytes, formatDateTime } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Check } from '#ui/state/checks.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { text } from './text.ts'

const words = text.overview

/** Shows whether the parts of the site that keep the archive safe are working, with one sentence for each. */
export function Overview() {
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
