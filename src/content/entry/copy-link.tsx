import { Button } from '#ui/button.tsx'
import { notify } from '#web/notifications.ts'
import { text } from './text.ts'

/** On a member's page: copies the address of a page of the site. */
export function CopyLink({ path }: { path: string }) {
  return (
    <Button variant="line" icon="link" onClick={() => void copy(location.origin + path)}>
      {text.copyLink}
    </Button>
  )
}

/** Says so when it is done; without a clipboard (plain http) shows the address to copy by hand. */
async function copy(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    notify.success(text.linkCopied)
  } catch {
    notify.info(address, { timeout: false })
  }
}
