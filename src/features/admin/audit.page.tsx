import { pageOf } from '#content/entry/address.ts'
import { AdminsOnly } from '#features/frame/role/admins-only.tsx'
import { byDay, formatTime } from '#ui/data/formats.ts'
import { Filter } from '#ui/form/choice.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { sentenceOf } from './audit-sentence.ts'
import type { AuditLine } from './schema.ts'
import { text } from './text.ts'

const words = text.audit

export const meta = titled(() => words.title)

export default function AuditPage() {
  return (
    <AdminsOnly title={words.title}>
      <AuditLog />
    </AdminsOnly>
  )
}

function AuditLog() {
  const [params, change] = useAddressQuery()
  const action = params.get('action') ?? ''
  const query = { action, limit: usePageSize(30) }
  const { list, items: lines } = usePaged(['audit'], api.admin.audit, query, fresh)
  return (
    <>
      <p>{words.lead}</p>
      <Filter name="action" label={words.filter} value={action} options={words.filters} change={change} />
      <PagedList
        list={list}
        loading={{ count: 6, label: words.loading }}
        failed={words.failed}
        none={
          <EmptyState slim title={words.none}>
            {action && words.noneOf}
          </EmptyState>
        }
      >
        {lines.length > 0 && <Days lines={lines} />}
      </PagedList>
    </>
  )
}

/** Shows the lines, with a heading for each day. */
function Days({ lines }: { lines: AuditLine[] }) {
  const setting = useDateSetting()
  return byDay(lines, ({ at }) => at, setting).map(({ day, items }) => (
    <section key={day} className="stack gap-2" aria-label={day}>
      <h2 className="day-heading">{day}</h2>
      <ul className="list log">
        {items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
    </section>
  ))
}

function Line({ line }: { line: AuditLine }) {
  const { at, entry } = line
  const setting = useDateSetting()
  const { actor, act, details } = sentenceOf(line)
  return (
    <li>
      <time dateTime={at}>{formatTime(at, setting)}</time>
      <div className="stack gap-1">
        <p className="break">
          <b>{actor}</b> {act}
          {entry && (
            <>
              {': '}
              <a href={pageOf(entry)}>{entry.title}</a>
            </>
          )}
        </p>
        {details.length > 0 && (
          <details>
            <summary>{words.more}</summary>
            {details.map((detail) => (
              <p key={detail} className="small dim break">
                {detail}
              </p>
            ))}
          </details>
        )}
      </div>
    </li>
  )
}
