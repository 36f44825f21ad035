import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { loadEntry } from '#content/entry/page/load-entry.ts'
import { TextPage } from '#content/recorded-text/text-page.tsx'
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
  const { translation, original, poet, recording } = entry
  const schema = {
    ...schemaOf(kind, entry.language),
    text: original,
    creator: poet ? { '@type': 'Person', name: poet } : undefined,
  }
  return entryHead(args, entry, { description: translation ?? original, schema, files: [recording] })
}

export default function PoemPage({ loaderData }: Route.ComponentProps) {
  const { title, poet } = loaderData.entry
  return (
    <>
      <TitleBand
        field="maize"
        title={title}
        lead={poet && text.by(poet)}
        trail={[{ href: kind.list, label: text.title }]}
      />
      <TextPage {...loaderData} look="t1" words={text} />
    </>
  )
}
