import { Link } from 'react-router'
import { StatusPill } from '#ui/list/labels.tsx'
import { ListRow } from '#ui/list/list.tsx'
import { useOutbox } from '#web/outbox/use-outbox.ts'
import { text } from '../text.ts'

/** Lists the posts in the outbox, or only those that one operation will send. */
export function WaitingRows({ operation }: { operation: string | undefined }) {
  const items = useOutbox().items?.filter((item) => !operation || item.operation === operation) ?? []
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
