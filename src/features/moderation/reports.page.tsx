import { useQueryClient } from '@tanstack/react-query'
import { RoleOnly } from '#features/frame/role/role-only.tsx'
import { formatDateTime } from '#ui/data/formats.ts'
import { Filter } from '#ui/form/choice.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { AllDone } from '#ui/state/all-done.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { PagedRows } from '#ui/state/paged-list.tsx'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { fresh, useAddressQuery, usePaged } from '#web/paged.ts'
import { useDateSetting, usePageSize } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { mayModerate } from './policy.ts'
import { ReportRow } from './report-row.tsx'
import type { HidingAct } from './schema.ts'
import { text } from './text.ts'

type View = keyof typeof text.views

export const meta = titled(() => text.title)

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
  const requested = params.get('view') ?? 'open'
  const view: View = requested in text.views ? (requested as View) : 'open'
  const paged = usePaged(
    ['moderation', view],
    async (query: { limit: number; lastKey?: unknown }, options) =>
      view === 'hidings'
        ? api.moderation.hidings(query, options)
        : api.moderation.reports({ state: view, ...query }, options),
    { limit: usePageSize(20) },
    fresh,
  )
  return (
    <>
      <p>{text.lead}</p>
      <Filter name="view" usual="open" label={text.show} value={view} options={text.views} change={change} />
      <PagedRows
        {...paged}
        loading={{ count: 4, label: text.loading }}
        failed={text.failed}
        none={view === 'open' ? <AllDone title={text.none.open} /> : <EmptyState slim title={text.none[view]} />}
        row={(item) =>
          'account' in item ? <ActRow key={item.id} act={item} /> : <ReportRow key={item.id} report={item} />
        }
      />
    </>
  )
}

/** Shows a bulk hiding of posts and comments, with a button to undo it. */
function ActRow({ act }: { act: HidingAct }) {
  const { account, moderator, reason, count, createdAt, liftedAt } = act
  const setting = useDateSetting()
  const user = useUser()
  return (
    <li className="stack gap-2">
      <h2 className="t1">{text.act(count, account.name)}</h2>
      {reason && (
        <p className="break">
          <b>{text.itsNote}</b> {reason}
        </p>
      )}
      <p className="small dim">{text.closedBy(moderator ?? text.nobody, formatDateTime(createdAt, setting))}</p>
      {liftedAt && <p className="small dim">{text.lifted(formatDateTime(liftedAt, setting))}</p>}
      {!liftedAt && mayModerate(user, account.id) && <Lift act={act} />}
    </li>
  )
}

function Lift({ act: { id, account } }: { act: HidingAct }) {
  const queryClient = useQueryClient()
  return (
    <p>
      <ConfirmButton
        label={text.lift}
        of={account.name}
        title={text.liftTitle(account.name)}
        act={async () => {
          await api.moderation.liftHiding({ id })
          notify.success(text.done.lifted)
          void queryClient.invalidateQueries()
        }}
      >
        {text.liftBody}
      </ConfirmButton>
    </p>
  )
}
