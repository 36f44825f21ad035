import { Facts } from '#ui/list.tsx'
import { TitleBand } from '#ui/title-band.tsx'
import { head } from '#web/head.ts'
import type { Route } from './+types/about.page.ts'
import { text } from './text.ts'

const words = text.about

export function meta(given: Route.MetaArgs) {
  return head(given, { title: words.title, description: words.lead })
}

export default function About() {
  return (
    <>
      <TitleBand field="acacia" title={words.title} lead={words.lead} />
      <div className="sec">
        <div className="wrap">
          <div className="prose gap-5">
            <h2>{words.keepTitle}</h2>
            {words.keep.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            <h2 id="who-sees">{words.seeTitle}</h2>
            <Facts rows={words.see} />
            <p>{words.seeMore}</p>
            <h2>{words.sourcesTitle}</h2>
            <p>{words.sources}</p>
          </div>
        </div>
      </div>
    </>
  )
}
