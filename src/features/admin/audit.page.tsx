import { Choice } from '#ui/form/choice.tsx'
import { formatDateTime } from '#ui/formats.ts'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import type { Route } from './+types/audit.page.ts'
import { AdminsOnly } from './admins-only.tsx'
import type { AuditLine } from './schema.ts'
import { text } from './text.ts'

const words = text.audit
const ownPageSize = 30

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${words.title} | ${matches[0].loaderData?.siteName}` }]
}

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
  const pageSize = usePageSize(ownPageSize)
  const { list, items: lines } = usePaged(
    ['audit', action, pageSize],
    (page, options) => api.admin.audit({ action, limit: pageSize, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <>
      <p>{words.lead}</p>
      <div className="row tools">
        <Choice
          label={words.filter}
          value={action}
          options={words.filters}
          onChoose={(value) => change({ action: value })}
        />
      </div>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={6} label={words.loading} />}
        failed={words.failed}
        none={
          <EmptyState slim title={words.none}>
            {action && words.noneOf}
          </EmptyState>
        }
      >
        {lines.length > 0 && (
          <ul className="list">
            {lines.map((line) => (
              <Line key={line.id} line={line} />
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function Line({ line: { at, action, actor, subject, subjectId, detail } }: { line: AuditLine }) {
  const setting = useDateSetting()
  const details = Object.entries(detail ?? {})
  const about = subject && subject.id !== actor?.id ? subject.name : !subject && subjectId ? subjectId : ''
  // Who reports is in no log: an author may be an admin.
  const unnamed = action === 'report:create' ? words.reader : words.system
  return (
    <li className="stack gap-1">
      <p>
        <b>{actor?.name ?? unnamed}</b> <span className="break">{words.actions[action] ?? action}</span>{' '}
        {about && <span className="break">{words.on(about)}</span>}
      </p>
      <p className="small dim">
        <time dateTime={at}>{formatDateTime(at, setting)}</time>
      </p>
      {details.length > 0 && (
        <p className="small dim break">{details.map(([name, value]) => `${name}: ${written(value)}`).join('; ')}</p>
      )}
    </li>
  )
}

function written(value: unknown): string {
  if (Array.isArray(value)) return value.length ? value.join(', ') : words.nothing
  return typeof value === 'string' ? value : JSON.stringify(value)
}
