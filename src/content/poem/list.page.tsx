import { Lines } from '#content/entry/page/lines.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { loadList } from '#content/recorded-text/load-list.ts'
import { TextList } from '#content/recorded-text/text-list.tsx'
import { pageLinks } from '#content/section/parts.ts'
import { headed } from '#web/head.ts'
import type { Route } from './+types/list.page.ts'
import { kind } from './kind.ts'
import type { Poem } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

export function loader(args: Route.LoaderArgs) {
  return loadList(args, kind)
}

export const meta = headed(() => ({ title: text.title, description: text.description }))

export default function Poems({ loaderData }: Route.ComponentProps) {
  return (
    <TextList {...loaderData} kind={kind} subnav={pageLinks(kind.list)} words={text}>
      {loaderData.items.map((poem) => (
        <Row key={poem.id} poem={poem} />
      ))}
    </TextList>
  )
}

function Row({ poem }: { poem: Poem }) {
  const { id, title, poet, original, translation } = poem
  return (
    <li className="talk maize stack gap-2">
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
