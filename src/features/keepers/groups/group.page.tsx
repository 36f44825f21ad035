import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Desk } from '#features/frame/role/keepers-desk.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/group.page.ts'
import { GroupDialog } from './form.tsx'
import { AddMember, Members } from './members.tsx'
import type { Group } from './schema.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** Shows a group to keepers, who can edit it and add or remove members. */
export default function GroupPage({ params: { id } }: Route.ComponentProps) {
  const group = useAnswer(['group', id], (options) => api.group.get({ id }, options), { staleTime: 0 })
  return (
    <Desk title={text.title}>
      <p>
        <ButtonLink variant="text" className="flush" to="/dashboard/keepers/groups">
          {text.back}
        </ButtonLink>
      </p>
      <Loaded query={group} loading={{ count: 3, label: text.loading }} failed={text.oneFailed} missing={text.missing}>
        {(data) => <Opened group={data} />}
      </Loaded>
    </Desk>
  )
}

function Opened({ group }: { group: Group }) {
  const [changing, setChanging] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id, name, about } = group
  async function remove() {
    await api.group.remove({ id })
    notify.success(text.removed)
    await navigate('/dashboard/keepers/groups')
    void queryClient.invalidateQueries({ queryKey: ['group'] })
  }
  return (
    <>
      <h2 className="break">{name}</h2>
      {about && <p className="lines break">{about}</p>}
      <div className="row">
        <Button variant="line" onClick={() => setChanging(true)}>
          {text.change}
        </Button>
        <ConfirmButton label={text.remove} deletes={name} title={text.removeTitle} act={remove}>
          {text.removeBody}
        </ConfirmButton>
      </div>
      <AddMember groupId={id} />
      <Members groupId={id} />
      {changing && (
        <GroupDialog
          group={group}
          onClose={() => setChanging(false)}
          onSaved={(saved) => {
            queryClient.setQueryData(['group', id], saved)
            void queryClient.invalidateQueries({ queryKey: ['group', 'list'] })
            setChanging(false)
          }}
        />
      )}
    </>
  )
}
