import { shownLinks } from '#content/entry/link/related.tsx'
import { idOf } from '#content/entry/page/address-id.ts'
import { entryHead, schemaOf } from '#content/entry/page/head.ts'
import { TextPage } from '#content/media/summary/text-page.tsx'
import { TitleBand } from '#ui/layout/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import type { Route } from './+types/detail.page.ts'
import { kind } from './kind.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** Loads a poem with its links. Answers 404 for a malformed id. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = idOf(params)
  const api = context.get(apiContext)
  const [poem, links, around] = await Promise.all([
    api.poem.get(id),
    api.archive.links({ ...id, limit: shownLinks }),
    api.explore.around(id),
  ])
  return { poem, links, around }
}

export function meta(args: Route.MetaArgs) {
  if (!args.loaderData) return head(args, { unlisted: true })
  const { poem } = args.loaderData
  const { translation, original, poet, recording } = poem
  const schema = {
    ...schemaOf(kind, poem.language),
    text: original,
    creator: poet ? { '@type': 'Person', name: poet } : undefined,
  }
  return entryHead(args, poem, { description: translation ?? original, schema, files: [recording] })
}

export default function PoemPage({ loaderData: { poem, links, around } }: Route.ComponentProps) {
  const { title, poet } = poem
  return (
    <>
      <TitleBand
        field="maize"
        title={title}
        lead={poet && text.by(poet)}
        trail={[{ href: kind.list, label: text.title }]}
      />
      <TextPage entry={poem} look="t1" links={links} around={around} words={text} />
    </>
  )
}
