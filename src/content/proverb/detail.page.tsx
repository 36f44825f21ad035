import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { Lines } from '#content/entry/page/lines.tsx'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { TextPage } from '#content/recorded-text/text-page.tsx'
import { Section } from '#ui/layout/section.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { kind } from './kind.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

export function loader(args: Route.LoaderArgs) {
  return loadEntry(args, kind.type)
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { entry } = args.loaderData
  const { translation, meaning, original, recording } = entry
  const schema = { ...schemaOf(kind, entry.language), text: original }
  const description = translation ?? meaning ?? text.description
  return entryHead(args, entry, { description, schema, files: [recording] })
}

export default function ProverbPage({ loaderData }: Route.ComponentProps) {
  const { title, language, meaning } = loaderData.entry
  return (
    <>
      <TitleBand field="maize" title={title} lang={language} trail={[{ href: kind.list, label: text.title }]} />
      <TextPage {...loaderData} look="t2 strong" words={text}>
        {meaning && (
          <Section id="meaning" title={text.meaning} look="t1">
            <Lines>{meaning}</Lines>
          </Section>
        )}
      </TextPage>
    </>
  )
}
