import { Button } from '#ui/button.tsx'
import { notify } from '#web/notifications.ts'
import { text } from '../text.ts'

/** Copies the full address of a page of the site. */
export function CopyLink({ path }: { path: string }) {
  return (
    <Button variant="line" icon="link" onClick={() => void copy(location.origin + path)}>
      {text.copyLink}
    </Button>
  )
}

/** Confirms the copy. Without a clipboard (plain HTTP) it shows the address to copy by hand. */
async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify.success(text.linkCopied)
  } catch {
    notify.info(address, { timeout: false })
  }
}
