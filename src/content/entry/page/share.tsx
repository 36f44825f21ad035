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
  const message = encodeURIComponent(`${title}\n${useSite()?.baseUrl ?? ''}${pathname}`)
  return (
    <Section id="share" title={text.share} className="stack noprint">
      <p className="row">
        <Button variant="line" icon="share" data-share={title} hidden>
          {text.shareWith}
        </Button>
        <ButtonLink variant="line" href={`https://wa.me/?text=${message}`} rel="noopener">
          WhatsApp
        </ButtonLink>
        <ButtonLink variant="line" href={`sms:?&body=${message}`}>
          SMS
        </ButtonLink>
        <Button variant="line" icon="link" data-copy-link data-copied={text.linkCopied}>
          <span data-label>{text.copyLink}</span>
        </Button>
      </p>
    </Section>
  )
}
