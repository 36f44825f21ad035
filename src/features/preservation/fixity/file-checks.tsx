import { Link } from 'react-router'
import { formatBytes, formatDate } from '#ui/data/formats.ts'
import { Section } from '#ui/layout/section.tsx'
import { Facts, ListRow } from '#ui/list/list.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { fresh, usePaged } from '#web/paged.ts'
import { useDateSetting } from '#web/preferences.ts'
import type { DamagedFile } from './schema.ts'
import { text } from './text.ts'

/** Shows how many originals were checked, and lists the damaged or missing ones. */
export function FileChecks() {
  const setting = useDateSetting()
  const state = useAnswer(['fixity'], (options) => api.fixity.state({}, options))
  const summary = state.data
  return (
    <Section title={text.whole} look="t1 heavy" className="stack gap-3">
      <p>{text.lead}</p>
      <Loaded query={state} loading={{ count: 3, label: text.loading }} failed={text.failed} />
      {summary?.files === 0 && <p className="dim">{text.none}</p>}
      {summary && summary.files > 0 && (
        <Facts
          rows={[
            [text.originals, text.amount(summary.files, formatBytes(summary.bytes))],
            [text.read, String(summary.read)],
            [text.unread, summary.unread > 0 ? String(summary.unread) : null],
            [
              text.oldest,
              summary.oldestCheck && (
                <time key="at" dateTime={summary.oldestCheck}>
                  {formatDate(summary.oldestCheck, setting)}
                </time>
              ),
            ],
          ]}
        />
      )}
      {summary && summary.files > 0 && summary.damaged === 0 && summary.unread < summary.files && (
        <AllDone title={text.allWhole} />
      )}
      {summary && summary.files > 0 && summary.unread === summary.files && <p className="dim">{text.noneChecked}</p>}
      {summary && summary.damaged > 0 && (
        <>
          <Note look="bad" icon="alert">
            <p className="strong">{text.damagedTitle(summary.damaged)}</p>
            <p>{text.whatToDo}</p>
          </Note>
          <Damaged />
        </>
      )}
    </Section>
  )
}

function Damaged() {
  const paged = usePaged(['fixity', 'damaged'], api.fixity.damaged, { limit: 20 }, fresh)
  return (
    <PagedRows
      {...paged}
      loading={{ count: 3, label: text.loading }}
      failed={text.damagedFailed}
      none={<AllDone title={text.allWhole} />}
      row={(file) => <DamagedRow key={file.id} file={file} />}
    />
  )
}

function DamagedRow({ file: { damage, kind, name, size, entry, createdAt } }: { file: DamagedFile }) {
  const setting = useDateSetting()
  return (
    <ListRow>
      <p className="strong break">{entry ? <Link to={entry.url}>{entry.title}</Link> : text.hidden}</p>
      <p className="small dim break">
        {text.damage[damage]}. {text.file(text.kinds[kind], name, size === null ? '' : formatBytes(size))}.{' '}
        {text.arrived(formatDate(createdAt, setting))}.
      </p>
    </ListRow>
  )
}
