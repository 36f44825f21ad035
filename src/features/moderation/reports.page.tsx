import { RoleOnly } from '#features/dashboard/role-only.tsx'
import { Choice } from '#ui/form/choice.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedList } from '#ui/state/paged-list.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useAddressQuery, usePaged } from '#web/paged.ts'
import { usePageSize } from '#web/preferences.ts'
import type { Route } from './+types/reports.page.ts'
import { ActRow } from './act-row.tsx'
import { ReportRow } from './report-row.tsx'
import type { HidingAct, Report } from './schema.ts'
import { text } from './text.ts'

const ownPageSize = 20
type View = keyof typeof text.views

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** The moderators' queue. */
export default function ReportsPage() {
  return (
    <div className="mid stack gap-5">
      <h1>{text.title}</h1>
      <RoleOnly needs="moderator" refusal={text.notModerator}>
        <Queue />
      </RoleOnly>
    </div>
  )
}

function Queue() {
  const [params, change] = useAddressQuery()
  const asked = params.get('view') ?? 'open'
  const view: View = asked in text.views ? (asked as View) : 'open'
  const pageSize = usePageSize(ownPageSize)
  const { list, items } = usePaged<Report | HidingAct>(
    ['moderation', view, pageSize],
    (page, options) =>
      view === 'hidings'
        ? api.moderation.hidings({ limit: pageSize, ...page }, options)
        : api.moderation.reports({ state: view, limit: pageSize, ...page }, options),
    { staleTime: 0 },
  )
  return (
    <>
      <p>{text.lead}</p>
      <div className="row tools">
        <Choice
          label={text.show}
          value={view}
          options={text.views}
          onChoose={(value) => change({ view: value === 'open' ? '' : value })}
        />
      </div>
      <PagedList
        list={list}
        loading={<Skeleton shape="list" count={4} label={text.loading} />}
        failed={text.failed}
        none={<EmptyState slim title={text.none[view]} />}
      >
        {items.length > 0 && (
          <ul className="list">
            {items.map((item) =>
              'account' in item ? <ActRow key={item.id} act={item} /> : <ReportRow key={item.id} report={item} />,
            )}
          </ul>
        )}
      </PagedList>
    </>
  )
}
