import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { Desk } from '../desk.tsx'
import type { Route } from './+types/group.page.ts'
import { GroupDialog } from './form.tsx'
import { AddMember, Members } from './members.tsx'
import type { Group } from './schema.ts'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** One group for keepers: who belongs to it, and how to change that. */
export default function GroupPage({ params: { id } }: Route.ComponentProps) {
  const group = useQuery({
    queryKey: ['group', id],
    queryFn: ({ signal }) => api.group.get({ id }, { signal }),
    staleTime: 0,
  })
  const gone = group.error instanceof ApiError && group.error.status === 404
  return (
    <Desk title={group.data?.name ?? text.title}>
      <p>
        <ButtonLink variant="text" className="flush" to="/dashboard/keepers/groups">
          {text.back}
        </ButtonLink>
      </p>
      {group.isPending && <Skeleton shape="list" count={3} label={text.loading} />}
      {group.isError && !group.data && (
        <ErrorState title={gone ? text.missing : text.oneFailed} onRetry={gone ? undefined : () => group.refetch()}>
          {gone ? undefined : group.error.message}
        </ErrorState>
      )}
      {group.data && <Opened group={group.data} />}
    </Desk>
  )
}

function Opened({ group }: { group: Group }) {
  const [changing, setChanging] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id, about } = group
  async function remove() {
    await api.group.remove({ id })
    notify.success(text.removed)
    await navigate('/dashboard/keepers/groups')
    void queryClient.invalidateQueries({ queryKey: ['group'] })
  }
  return (
    <>
      {about && <p className="lines break">{about}</p>}
      <div className="row">
        <Button variant="line" onClick={() => setChanging(true)}>
          {text.change}
        </Button>
        <ConfirmButton label={text.remove} title={text.removeTitle} act={remove}>
          {text.removeBody}
        </ConfirmButton>
      </div>
      <AddMember groupId={id} />
      <Members groupId={id} />
      {changing && (
        <GroupDialog
          group={group}
          onClose={() => setChanging(false)}
          onSaved={(kept) => {
            queryClient.setQueryData(['group', id], kept)
            void queryClient.invalidateQueries({ queryKey: ['group', 'list'] })
            setChanging(false)
          }}
        />
      )}
    </>
  )
}
