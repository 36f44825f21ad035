import { RichText } from '#features/frame/rich-text.tsx'
import { unescapeHtml } from '#text/escape.ts'
import { ProsePage } from '#ui/layout/title-band.tsx'
import { Facts } from '#ui/list/list.tsx'
import { head } from '#web/head.ts'
import { siteTexts } from '#web/site.ts'
import type { Route } from './+types/about.page.ts'
import { text } from './text.ts'

const words = text.about

export function meta(args: Route.MetaArgs) {
  const { about } = args.loaderData ?? {}
  return head(args, {
    title: words.title,
    description: about ? unescapeHtml(about.replace(/<[^>]*>/g, ' ')) : words.lead,
  })
}

/** Loads the text that an admin wrote about the site, as sanitized HTML. */
export function loader({ context }: Route.LoaderArgs) {
  return { about: siteTexts(context).about }
}

export default function About({ loaderData: { about } }: Route.ComponentProps) {
  return (
    <ProsePage field="acacia" title={words.title} lead={about ? undefined : words.lead}>
      {about ? <RichText html={about} /> : <WhoRunsIt />}
      <h2 id="who-sees">{words.seeTitle}</h2>
      <Facts rows={words.see} />
      <p>{words.seeMore}</p>
      <h2>{words.sourcesTitle}</h2>
      <p>{words.sources}</p>
    </ProsePage>
  )
}

function WhoRunsIt() {
  return (
    <>
      <h2>{words.keepTitle}</h2>
      {words.keep.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  )
}
