import { Button } from '#ui/button.tsx'
import { copyText } from '#web/notifications.ts'
import { text } from '../text.ts'

/** Copies the full address of a page of the site. */
export function CopyLink({ path }: { path: string }) {
  return (
    <Button variant="line" icon="link" onClick={() => void copyText(location.origin + path, text.linkCopied)}>
      {text.copyLink}
    </Button>
  )
}
