import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ButtonLink } from '#ui/button.tsx'
import { useCountWaiting } from '#web/outbox/count.ts'
import { onOutboxMessage } from '#web/outbox/messages.ts'
import { watchOutbox } from '#web/outbox/watch.ts'
import { text } from './text.ts'

/** Sends the outbox while the dashboard is open, and shows in the bar how many items are waiting. */
export function OutboxInBar() {
  const count = useCountWaiting()
  const queryClient = useQueryClient()
  useEffect(watchOutbox, [])
  useEffect(
    () => onOutboxMessage((news) => void (news.is === 'sent' && queryClient.invalidateQueries())),
    [queryClient],
  )
  if (count === 0) return null
  return (
    <ButtonLink variant="line" className="in-bar" icon="up" to="/dashboard/outbox">
      <span aria-hidden="true">{count}</span>
      <span className="sr">{text.inBar(count)}</span>
    </ButtonLink>
  )
}
