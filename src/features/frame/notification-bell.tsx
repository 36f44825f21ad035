import { ButtonLink } from '#ui/button.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { useUser } from '#web/session/session.ts'
import { text } from './text.ts'

export const keyOfUnread = ['notifications', 'unread']

/** Milliseconds between two requests for the unread count; more frequent ones would use up people's mobile data. */
const refreshMs = 5 * 60_000
/** The server stops counting at this number. */
const maxCount = 100

/** Links to the notifications and shows how many are unread. */
export function NotificationBell() {
  const signedIn = useUser() !== null
  const unread = useAnswer(keyOfUnread, (options) => api.notifications.unread({}, options), {
    enabled: signedIn,
    refetchInterval: refreshMs,
  })
  const count = unread.data?.count ?? 0
  return (
    <ButtonLink variant="line" className="in-bar" icon="bell" to="/dashboard/notifications">
      {count > 0 && <span aria-hidden="true">{count < maxCount ? count : `${maxCount - 1}+`}</span>}
      <span className="sr">{text.notifications(count)}</span>
    </ButtonLink>
  )
}
