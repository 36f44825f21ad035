import { Button } from './button.tsx'

/** Says that there is something new above; nothing moves until it is pressed. `label` is empty while there is not. */
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
