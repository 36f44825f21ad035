import { Link } from 'react-router'
import { StatusPill } from '#ui/labels.tsx'
import { ListRow } from '#ui/list.tsx'
import { useOutbox } from '#web/outbox/use-outbox.ts'
import { text } from './text.ts'

/** What waits in the outbox to be posted by this operation. */
export function WaitingRows({ operation }: { operation: string }) {
  const items = useOutbox().items?.filter((item) => item.operation === operation) ?? []
  if (items.length === 0) return null
  return (
    <ul className="list" aria-label={text.waitingPosts}>
      {items.map(({ order, title, refusal }) => (
        <ListRow
          key={order}
          lead={
            <StatusPill field={refusal ? 'ochre' : 'maize'}>{refusal ? text.needsYou : text.waitingToGo}</StatusPill>
          }
        >
          <Link to="/dashboard/outbox">{title}</Link>
        </ListRow>
      ))}
    </ul>
  )
}
