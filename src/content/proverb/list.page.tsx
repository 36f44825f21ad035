import { Lines } from '#content/entry/page/lines.tsx'
import { TextList } from '#content/entry/page/text-list.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listQuery, nextAddress } from '#web/list-address.ts'
import type { Route } from './+types/list.page.ts'
import { kind } from './kind.ts'
import type { Proverb } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** Loads a page of the list, newest first, or of search results. The address contains the search and the page. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, lastKey: from } = listQuery(request)
  const api = context.get(apiContext)
  const { items, lastKey } = await api.proverb.list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: 'proverbs' })
  return { items, q, next: nextAddress(kind.list, { q }, lastKey), introduction: body }
}

export function meta(args: Route.MetaArgs) {
  return head(args, { title: text.title, description: text.description })
}

export default function Proverbs({ loaderData: { items, q, next, introduction } }: Route.ComponentProps) {
  return (
    <TextList
      path={kind.list}
      add={kind.form}
      tell="/contribute/story?section=proverbs"
      q={q}
      next={next}
      introduction={introduction}
      words={text}
    >
      {items.map((proverb) => (
        <Row key={proverb.id} proverb={proverb} />
      ))}
    </TextList>
  )
}

function Row({ proverb }: { proverb: Proverb }) {
  const { id, original, translation } = proverb
  return (
    <li className="grid g2">
      <p className="t1 strong word" lang={proverb.language} dir="auto">
        <a href={`${kind.page}/${id}`}>{original}</a>
      </p>
      {translation && <Lines most={3}>{translation}</Lines>}
      <LabelMarks entry={proverb} />
      {proverb.deceased && <WarningPlate look="round" />}
    </li>
  )
}
