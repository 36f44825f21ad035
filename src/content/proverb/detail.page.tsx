import { data } from 'react-router'
import { TitleBand } from '#ui/title-band.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { viewerContext } from '#web/page.ts'
import { mayChange, mayLink } from '../entry/archive.ts'
import { entryHead } from '../entry/head.ts'
import { Lines } from '../entry/lines.tsx'
import { shownLinks } from '../entry/link/related.tsx'
import { Said } from '../entry/said.tsx'
import { ById } from '../entry/schema.ts'
import type { Route } from './+types/detail.page.ts'
import { proverbList } from './card.tsx'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** A proverb with its translation beside it. What is no id is nothing at this address. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const id = ById.safeParse(params)
  if (!id.success) throw data(null, { status: 404 })
  const api = context.get(apiContext)
  const [proverb, links] = await Promise.all([
    api.proverb.get(id.data),
    api.archive.links({ ...id.data, limit: shownLinks }),
  ])
  const viewer = context.get(viewerContext)
  return { proverb, links, mayChange: mayChange(viewer, proverb), mayLink: mayLink(viewer, proverb) }
}

export function meta(given: Route.MetaArgs) {
  if (!given.loaderData) return head(given, { unlisted: true })
  const { proverb } = given.loaderData
  const { translation, meaning, original, recording } = proverb
  const schema = { '@type': 'CreativeWork', genre: 'Proverb', inLanguage: 'enb', text: original }
  const description = translation ?? meaning ?? text.description
  return entryHead(given, proverb, { description, schema, files: [recording] })
}

export default function ProverbPage({ loaderData: { proverb, links, mayChange, mayLink } }: Route.ComponentProps) {
  const { title, meaning } = proverb
  return (
    <>
      <TitleBand field="maize" title={title} back={{ href: proverbList, label: text.title }} />
      <Said entry={proverb} look="t2 strong" links={links} mayLink={mayLink} mayChange={mayChange} words={text}>
        {meaning && (
          <section className="stack" aria-labelledby="meaning">
            <h2 className="t1" id="meaning">
              {text.meaning}
            </h2>
            <Lines>{meaning}</Lines>
          </section>
        )}
      </Said>
    </>
  )
}
