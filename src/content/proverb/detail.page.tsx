import { shownLinks } from '#content/entry/link/related.tsx'
import { idOf } from '#content/entry/page/address-id.ts'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { Lines } from '#content/entry/page/lines.tsx'
import { TextPage } from '#content/media/summary/text-page.tsx'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { kind } from './kind.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** Loads a proverb with its links. Answers 404 for a malformed id. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params)
  const api = context.get(apiContext)
  const [proverb, links, around] = await Promise.all([
    api.proverb.get(id),
    api.archive.links({ ...id, limit: shownLinks }),
    api.explore.around(id),
  ])
  return { proverb, links, around }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { proverb } = args.loaderData
  const { translation, meaning, original, recording } = proverb
  const schema = { ...schemaOf(kind, proverb.language), text: original }
  const description = translation ?? meaning ?? text.description
  return entryHead(args, proverb, { description, schema, files: [recording] })
}

export default function ProverbPage({ loaderData: { proverb, links, around } }: Route.ComponentProps) {
  const { title, language, meaning } = proverb
  return (
    <>
      <TitleBand field="maize" title={title} lang={language} trail={[{ href: kind.list, label: text.title }]} />
      <TextPage entry={proverb} look="t2 strong" links={links} around={around} words={text}>
        {meaning && (
          <Section id="meaning" title={text.meaning} look="t1">
            <Lines>{meaning}</Lines>
          </Section>
        )}
      </TextPage>
    </>
  )
}
