import { useEffect, useState } from 'react'
import type { PostKind } from '#content/entry/address.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { atFirstPress, useLazy } from '#ui/state/lazy.ts'
import { LazyFailed } from '#ui/state/lazy-part.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { text } from './text.ts'

export type ComposerProps = {
  /** The initial tab, or null while the composer is closed. */
  opened: PostKind | null
  onClose: () => void
  onSubmitted: (kind: PostKind) => void
}

/**
 * The composer above the feed, with a tab for each kind of post. Its dialog is loaded at the first press on the page, its
 * forms when it is first opened. An unfinished post stays saved as a draft when the composer is closed.
 */
export function Composer({ opened, onClose, onSubmitted }: ComposerProps) {
  const late = useLazy(() => import('./kinds.tsx'), opened !== null)
  const Kinds = late.part?.Kinds
  const [pressed, setPressed] = useState(false)
  useEffect(() => atFirstPress(() => setPressed(true)), [])
  if (!pressed && opened === null) return null
  return (
    <Dialog open={opened !== null} onClose={onClose} title={text.title} dismissible={false} bodyLabel={text.title}>
      {late.failed && <LazyFailed why={late.failed} title={text.failed} onRetry={late.retry} />}
      {!late.failed && !Kinds && <Skeleton shape="list" count={3} />}
      {opened && Kinds && (
        <Kinds
          first={opened}
          onSubmitted={(kind) => {
            onSubmitted(kind)
            onClose()
          }}
          onStored={onClose}
        />
      )}
    </Dialog>
  )
}
