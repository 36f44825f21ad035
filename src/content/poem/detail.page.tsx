import { data } from 'react-router'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { mayChange, mayLink } from '../entry/archive.ts'
import { entryHead } from '../entry/head.ts'
import { shownLinks } from '../entry/link/related.tsx'
import { Said } from '../entry/said.tsx'
import { ById } from '../entry/schema.ts'
import type { Route } from './+types/detail.page.ts'
import { poemList } from './card.tsx'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** A poem with its translation beside it. What is no id is nothing at this address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [poem, links] = await Promise.all([api.poem.get(id.data), api.archive.links({ ...id.data, limit: shownLinks })])
  const viewer = context.get(viewerContext)
  return { poem, links, mayChange: mayChange(viewer, poem), mayLink: mayLink(viewer, poem) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { poem } = given.loaderData
  const { translation, original, poet, recording } = poem
  const schema = {
    '@type': 'CreativeWork',
    genre: 'Poetry',
    inLanguage: 'enb',
    text: original,
    creator: poet ? { '@type': 'Person', name: poet } : undefined,
  }
  return entryHead(given, poem, { description: translation ?? original, schema, files: [recording] })
}

export default function PoemPage({ loaderData: { poem, links, mayChange, mayLink } }: Route.ComponentProps) {
  const { title, poet } = poem
  return (
    <>
      <TitleBand
        field="maize"
        title={title}
        lead={poet && text.by(poet)}
        back={{ href: poemList, label: text.title }}
      />
      <Said entry={poem} look="t1" links={links} mayLink={mayLink} mayChange={mayChange} words={text} />
    </>
  )
}
