import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { formatDateTime } from '#ui/formats.ts'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { LoadMore } from '#ui/state/load-more.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
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
  const [params, setParams] = useSearchParams()
  const action = params.get('action') ?? ''
  const pageSize = usePageSize(ownPageSize)
  const list = useInfiniteQuery({
    queryKey: ['audit', action, pageSize],
    queryFn: ({ pageParam, signal }) =>
      api.admin.audit({ action, limit: pageSize, ...(pageParam && { lastKey: pageParam }) }, { signal }),
    initialPageParam: null as null | { value: string | number; id: string },
    getNextPageParam: (page) => page.lastKey,
    staleTime: 0,
  })
  const lines = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <p>{words.lead}</p>
      <div className="row tools">
        <select
          aria-label={words.filter}
          value={action}
          onChange={({ target: { value } }) =>
            setParams(value ? { action: value } : {}, { replace: true, preventScrollReset: true })
          }
        >
          {Object.entries(words.filters).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {list.isPending && <Skeleton shape="list" count={6} label={words.loading} />}
      {list.isError && (
        <ErrorState
          title={words.failed}
          onRetry={() => (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
          busy={list.isFetching}
        >
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && lines.length === 0 && (
        <EmptyState slim title={words.none}>
          {action && words.noneOf}
        </EmptyState>
      )}
      {lines.length > 0 && (
        <ul className="list">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      {!list.isFetchNextPageError && (
        <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
      )}
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
