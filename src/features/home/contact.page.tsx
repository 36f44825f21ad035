import { ButtonLink } from '#ui/button.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { head } from '#web/head.ts'
import { useSite } from '#web/site.ts'
import type { Route } from './+types/contact.page.ts'
import { text } from './text.ts'

const words = text.contact

export function meta(given: Route.MetaArgs) {
  return head(given, { title: words.title, description: words.lead })
}

export default function Contact() {
  const address = useSite()?.contactEmail
  return (
    <>
      <TitleBand field="ochre" title={words.title} lead={words.lead} />
      <div className="sec">
        <div className="wrap">
          <div className="prose gap-5">
            {address ? (
              <p>
                <ButtonLink href={`mailto:${address}`}>{words.write}</ButtonLink>{' '}
                <span className="strong">{address}</span>
              </p>
            ) : (
              <p>{words.none}</p>
            )}
            <h2>{words.reportTitle}</h2>
            <p>{words.report}</p>
          </div>
        </div>
      </div>
    </>
  )
}
