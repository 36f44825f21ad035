import { Button } from '#ui/button.tsx'
import { copyText } from '#web/toasts.ts'
import { text } from '../text.ts'
import { ShareSection } from './share.tsx'

/** Ways to send an entry's public page to others, on its page in the dashboard. */
export function MemberShare({ title, path }: { title: string; path: string }) {
  const address = () => location.origin + path
  return (
    <ShareSection
      title={title}
      path={path}
      menu={
        'share' in navigator && (
          // Closing the share menu rejects the promise, which isn't an error.
          <Button
            variant="line"
            icon="share"
            onClick={() => void navigator.share({ title, url: address() }).catch(() => {})}
          >
            {text.shareWith}
          </Button>
        )
      }
      copy={
        <Button variant="line" icon="link" onClick={() => void copyText(address(), text.linkCopied)}>
          {text.copyLink}
        </Button>
      }
    />
  )
}
