import { TitleBand } from '#ui/title-band.tsx'
import type { Route } from './+types/privacy.page.ts'
import { text } from './text.ts'

const words = text.privacy

export function meta({ matches }: Route.MetaArgs) {
  return [
    { title: `${words.title} | ${matches[0].loaderData?.siteName}` },
    { name: 'description', content: words.lead },
  ]
}

export default function Privacy() {
  return (
    <>
      <TitleBand field="dusk" title={words.title} lead={words.lead} />
      <div className="sec">
        <div className="wrap">
          <div className="prose gap-5">
            {words.parts.map(([title, paragraph]) => (
              <section key={title} className="stack gap-2">
                <h2 className="t2">{title}</h2>
                <p>{paragraph}</p>
              </section>
            ))}
          </div>
        </div>
      </div>
    </>
  )
}
