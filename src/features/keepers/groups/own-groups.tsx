import { useQueryClient } from '@tanstack/react-query'
import { useOwnGroups } from '#content/entry/visibility/own-groups.ts'
import { Section } from '#ui/layout/section.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { text } from './text.ts'

/** Lists the member's groups, each with a button to leave it. */
export function OwnGroups() {
  const user = useUser()
  const own = useOwnGroups()
  const queryClient = useQueryClient()
  async function leave(id: string, name: string) {
    await api.group.removeMember({ id, accountId: user?.id ?? '' })
    notify.success(text.left(name))
    // Data that only members of the group can see must be removed from this device.
    await queryClient.resetQueries()
  }
  if (user?.admitted !== true) return null
  return (
    <Section id="own-groups" title={text.own}>
      <p className="dim">{own.data?.items.length === 0 ? text.ownNone : text.ownLead}</p>
      <Loaded query={own} loading={{ count: 1 }} failed={text.failed} />
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
    </Section>
  )
}
