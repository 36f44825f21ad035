import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listQuery, nextAddress } from '#web/list-address.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { Lines } from '../entry/lines.tsx'
import { SaidList } from '../entry/said-list.tsx'
import type { Route } from './+types/list.page.ts'
import { contributePage, poemList, poemPage } from './card.tsx'
import type { Poem } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** All poems newest first, or what a search found; both live in the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, lastKey: from } = listQuery(request)
  const api = context.get(apiContext)
  const { items, lastKey } = await api.poem.list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: 'poems' })
  return { items, q, next: nextAddress(poemList, { q }, lastKey), introduction: body }
}

export function meta(given: Route.MetaArgs) {
  return head(given, { title: text.title, description: text.description })
}

export default function Poems({ loaderData: { items, q, next, introduction } }: Route.ComponentProps) {
  return (
    <SaidList
      path={poemList}
      add={contributePage}
      tell="/contribute/story?section=poems"
      q={q}
      next={next}
      introduction={introduction}
      words={text}
    >
      {items.map((poem) => (
        <Row key={poem.id} poem={poem} />
      ))}
    </SaidList>
  )
}

function Row({ poem }: { poem: Poem }) {
  const { id, title, poet, original, translation } = poem
  return (
    <li className="stack gap-2">
      <h2 className="t2">
        <a href={poemPage(id)}>{title}</a>
      </h2>
      {poet && <p className="dim">{text.by(poet)}</p>}
      <div className="grid g2">
        <Lines of="enb" most={2}>
          {original}
        </Lines>
        {translation && <Lines most={2}>{translation}</Lines>}
      </div>
      <LabelMarks entry={poem} />
      {poem.deceased && <WarningPlate look="round" />}
    </li>
  )
}
