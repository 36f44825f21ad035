import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Section } from '#ui/layout/section.tsx'
import { useSite } from '#web/site.ts'
import { text } from '../text.ts'

/**
 * Ways to send the page to others. The links to WhatsApp and SMS work without JavaScript; the buttons need
 * `reading.ts`.
 */
export function Share({ title }: { title: string }) {
  const { pathname } = useLocation()
  return (
    <ShareSection
      title={title}
      path={pathname}
      menu={
        <Button variant="line" icon="share" data-share={title} hidden>
          {text.shareWith}
        </Button>
      }
      copy={
        <Button variant="line" icon="link" data-copy-link data-copied={text.linkCopied}>
          <span data-label>{text.copyLink}</span>
        </Button>
      }
    />
  )
}

type ShareSectionProps = {
  title: string
  /** The path of the page to share. */
  path: string
  /** The button that opens the device's share menu, on devices that have one. */
  menu: ReactNode
  /** The button that copies the page's address. */
  copy: ReactNode
}

/** The links that share a page, with the buttons of a reading page or of the dashboard. */
export function ShareSection({ title, path, menu, copy }: ShareSectionProps) {
  const message = encodeURIComponent(`${title}\n${useSite()?.baseUrl ?? ''}${path}`)
  return (
    <Section id="share" title={text.share} className="stack noprint">
      <p className="row">
        {menu}
        <ButtonLink variant="line" href={`https://wa.me/?text=${message}`} rel="noopener">
          WhatsApp
        </ButtonLink>
        <ButtonLink variant="line" href={`sms:?&body=${message}`}>
          SMS
        </ButtonLink>
        {copy}
      </p>
    </Section>
  )
}
