import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { useCountWaiting } from '#web/outbox/count.ts'
import { onOutboxNews } from '#web/outbox/news.ts'
import { watchOutbox } from '#web/outbox/watch.ts'
import { text } from './text.ts'

/** Sends what waits while the dashboard is open, and says in the bar how much that is. */
export function OutboxInBar() {
  const count = useCountWaiting()
  const queryClient = useQueryClient()
  useEffect(watchOutbox, [])
  useEffect(() => onOutboxNews((news) => void (news.is === 'sent' && queryClient.invalidateQueries())), [queryClient])
  if (count === 0) return null
  return (
    <Link className="btn line in-bar" to="/dashboard/outbox">
      <Icon name="up" />
      <span aria-hidden="true">{count}</span>
      <span className="sr">{text.inBar(count)}</span>
    </Link>
  )
}
