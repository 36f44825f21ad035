import { useQueryClient } from '@tanstack/react-query'
import { formatDateTime } from '#ui/data/formats.ts'
import { ConfirmButton } from '#ui/overlay/confirm-button.tsx'
import { api } from '#web/api.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session/session.ts'
import { notify } from '#web/toasts.ts'
import { mayModerate } from './policy.ts'
import type { HidingAct } from './schema.ts'
import { text } from './text.ts'

/** Shows a bulk hiding of posts and comments, with a button to undo it. */
export function ActRow({ act }: { act: HidingAct }) {
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
