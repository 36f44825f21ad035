import { Lines } from '#content/entry/page/lines.tsx'
import { TextList } from '#content/entry/page/text-list.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/list.page.ts'
import { kind } from './kind.ts'
import type { Poem } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** Loads a page of the list, newest first, or of search results. The address contains the search and the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, lastKey: from } = listQuery(request)
  const api = context.get(apiContext)
  const { items, lastKey } = await api.poem.list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: 'poems' })
  return { items, q, next: nextAddress(kind.list, { q }, lastKey), introduction: body }
}

export function meta(args: Route.MetaArgs) {
  return head(args, { title: text.title, description: text.description })
}

export default function Poems({ loaderData: { items, q, next, introduction } }: Route.ComponentProps) {
  return (
    <TextList
      path={kind.list}
      add={kind.form}
      tell="/contribute/story?section=poems"
      q={q}
      next={next}
      introduction={introduction}
      words={text}
    >
      {items.map((poem) => (
        <Row key={poem.id} poem={poem} />
      ))}
    </TextList>
  )
}

function Row({ poem }: { poem: Poem }) {
  const { id, title, poet, original, translation } = poem
  return (
    <li className="stack gap-2">
      <h2 className="t2" dir="auto">
        <a href={`${kind.page}/${id}`}>{title}</a>
      </h2>
      {poet && <p className="dim">{text.by(poet)}</p>}
      <div className="grid g2">
        <Lines of={poem.language} most={2}>
          {original}
        </Lines>
        {translation && <Lines most={2}>{translation}</Lines>}
      </div>
      <LabelMarks entry={poem} />
      {poem.deceased && <WarningPlate look="round" />}
    </li>
  )
}
