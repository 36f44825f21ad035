import { useLocation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useSite } from '#web/site.ts'
import { copyText } from '#web/toasts.ts'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

/** The part of an entry that decides who can open its link. */
export type Shared = Pick<Entry, 'visibility' | 'groups'>

type ShareProps = {
  title: string
  /** The entry that the page shows, if it shows one. */
  entry?: Shared
  /** The path of the page to share: by default this page. */
  path?: string
}

/** Returns the text that a person sends to others: the title and the address of the page. */
function useMessage({ title, path }: ShareProps): string {
  const { pathname } = useLocation()
  return encodeURIComponent(`${title}\n${useSite()?.baseUrl ?? ''}${path ?? pathname}`)
}

/** Returns who can open the link to an entry, so that nobody sends it to people who can't. Empty for everyone. */
function opensFor(entry: Shared = { visibility: 'public', groups: [] }): string {
  if (entry.groups.length > 0) return text.opensForGroup
  return entry.visibility === 'public' ? '' : text.opensFor[entry.visibility]
}

/** A link that sends a page on WhatsApp, beside what people send most. */
export function SendOnWhatsApp({ variant = 'line', ...page }: ShareProps & { variant?: 'line' | 'filled' }) {
  const limit = opensFor(page.entry)
  return (
    <>
      <ButtonLink variant={variant} icon="share" href={`https://wa.me/?text=${useMessage(page)}`} rel="noopener">
        {text.sendOnWhatsApp}
      </ButtonLink>
      {limit && <span className="small">{limit}</span>}
    </>
  )
}

/** A section with the ways to send a page to others. */
export function Share(page: ShareProps) {
  const limit = opensFor(page.entry)
  return (
    <Section id="share" title={text.share} className="stack noprint">
      {limit && <p>{limit}</p>}
      <WaysToShare {...page} />
    </Section>
  )
}

/**
 * Ways to send a page to others. The links to WhatsApp and SMS work without JavaScript. The buttons work with React, and
 * on reading pages with the reading script, which also shows the first one if the device has a menu for sharing.
 */
export function WaysToShare(page: ShareProps) {
  const { title, path } = page
  const message = useMessage(page)
  const { pathname } = useLocation()
  const address = () => location.origin + (path ?? pathname)
  return (
    <p className="row">
      <Button
        variant="line"
        icon="share"
        data-share={title}
        hidden={!('share' in navigator)}
        // Closing the share menu rejects the promise, which isn't an error.
        onClick={() => void navigator.share({ title, url: address() }).catch(() => {})}
      >
        {text.shareWith}
      </Button>
      <ButtonLink variant="line" href={`https://wa.me/?text=${message}`} rel="noopener">
        WhatsApp
      </ButtonLink>
      <ButtonLink variant="line" href={`sms:?&body=${message}`}>
        SMS
      </ButtonLink>
      <Button
        variant="line"
        icon="link"
        data-copy-link
        data-copied={text.linkCopied}
        onClick={() => void copyText(address(), text.linkCopied)}
      >
        <span data-label>{text.copyLink}</span>
      </Button>
    </p>
  )
}
