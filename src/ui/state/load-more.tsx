import { Button } from '../button.tsx'
import { text } from '../text.ts'

/** Below a list; gone when nothing is left (`more` false). */
export function LoadMore({ more, busy, onMore }: { more: boolean; busy?: boolean; onMore: () => void }) {
  if (!more) return null
  return (
    <Button variant="line" wide busy={busy} busyText={text.loading} onClick={onMore}>
      {text.loadMore}
    </Button>
  )
}
