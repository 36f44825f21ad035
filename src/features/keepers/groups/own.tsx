import { useQueryClient } from '@tanstack/react-query'
import { useOwnGroups } from '#content/entry/own-groups.ts'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { ListRow } from '#ui/list.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { notify } from '#web/notifications.ts'
import { useUser } from '#web/session.ts'
import { text } from './text.ts'

/** The groups that the member belongs to, and the way out of each. */
export function OwnGroups() {
  const user = useUser()
  const own = useOwnGroups()
  const queryClient = useQueryClient()
  async function leave(id: string, name: string) {
    await api.group.removeMember({ id, accountId: user?.id ?? '' })
    notify.success(text.left(name))
    // What only its members see is not for this device any more.
    await queryClient.resetQueries()
  }
  if (user?.admitted !== true) return null
  return (
    <section className="stack" aria-labelledby="own-groups">
      <h2 className="t2" id="own-groups">
        {text.own}
      </h2>
      <p className="dim">{own.data?.items.length === 0 ? text.ownNone : text.ownLead}</p>
      {own.isPending && <Skeleton shape="list" count={1} label={text.loading} />}
      {own.isError && (
        <ErrorState title={text.failed} onRetry={() => own.refetch()} busy={own.isFetching}>
          {own.error.message}
        </ErrorState>
      )}
      {own.data && own.data.items.length > 0 && (
        <ul className="list">
          {own.data.items.map(({ id, name, about }) => (
            <ListRow
              key={id}
              action={
                <ConfirmButton label={text.leave} of={name} title={text.leaveTitle(name)} act={() => leave(id, name)}>
                  {text.leaveBody}
                </ConfirmButton>
              }
            >
              <h3 className="t1 break">{name}</h3>
              {about && <p className="small dim break">{about}</p>}
            </ListRow>
          ))}
        </ul>
      )}
    </section>
  )
}
