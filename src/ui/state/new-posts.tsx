import { Button } from '../button.tsx'

/** A button for new posts. The list doesn't change until it is pressed. `label` is null while there are none. */
export function NewPosts({ label, busy, onShow }: { label: string | null; busy?: boolean; onShow: () => void }) {
  return (
    <div className="new-posts" role="status">
      {label && (
        <Button icon="up" busy={busy} onClick={onShow}>
          {label}
        </Button>
      )}
    </div>
  )
}
