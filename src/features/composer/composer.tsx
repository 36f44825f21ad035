import { Dialog } from '#ui/dialog.tsx'
import { useLate } from '#ui/late.ts'
import { LateFailed } from '#ui/late-part.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { text } from './text.ts'

export type PostKind = 'media' | 'article' | 'event' | 'linguistics'
export type ComposerProps = {
  /** The tab it opens with; null while it is closed. */
  opened: PostKind | null
  onClose: () => void
  onSubmitted: (kind: PostKind) => void
}

/**
 * The composer over the feed: one tab for each kind of post, loaded when it is first opened. What is typed stays on the
 * device when it closes.
 */
export function Composer({ opened, onClose, onSubmitted }: ComposerProps) {
  const late = useLate(() => import('./kinds.tsx'), opened !== null)
  const Kinds = late.part?.Kinds
  return (
    <Dialog open={opened !== null} onClose={onClose} title={text.title} dismissible={false} bodyLabel={text.title}>
      {late.failed && <LateFailed why={late.failed} title={text.failed} onRetry={late.retry} />}
      {!late.failed && !Kinds && <Skeleton shape="list" count={3} />}
      {opened && Kinds && (
        <Kinds
          first={opened}
          onSubmitted={(kind) => {
            onSubmitted(kind)
            onClose()
          }}
          onKept={onClose}
        />
      )}
    </Dialog>
  )
}
