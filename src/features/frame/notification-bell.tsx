import { ButtonLink } from '#ui/button.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { text } from './text.ts'

export const keyOfUnread = ['notifications', 'unread']

/** ms between two requests for the number of unread notifications; more often would cost people's data. */
const lookEveryMs = 5 * 60_000
/** The server counts no further. */
const most = 100

/** The link to the notifications, with the number of unread ones. */
export function NotificationBell() {
  const signedIn = useUser() !== null
  const unread = useAnswer(keyOfUnread, (options) => api.notifications.unread({}, options), {
    enabled: signedIn,
    refetchInterval: lookEveryMs,
  })
  const count = unread.data?.count ?? 0
  return (
    <ButtonLink variant="line" className="in-bar" icon="bell" to="/dashboard/notifications">
      {count > 0 && <span aria-hidden="true">{count < most ? count : `${most - 1}+`}</span>}
      <span className="sr">{text.notifications(count)}</span>
    </ButtonLink>
  )
}
