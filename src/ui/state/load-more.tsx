import { Button } from '../button.tsx'
import { text } from '../text.ts'

/** The button below a list. Renders nothing at the end (`more` false). */
export function LoadMore({ more, busy, onMore }: { more: boolean; busy?: boolean; onMore: () => void }) {
  if (!more) return null
  return (
    <Button variant="line" wide busy={busy} busyText={text.loading} onClick={onMore}>
      {text.loadMore}
    </Button>
  )
}
