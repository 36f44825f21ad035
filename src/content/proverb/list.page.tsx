import { apiContext } from '#web/api.ts'
import { head } from '#web/head.ts'
import { listQuery, nextAddress } from '#web/list-address.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { Lines } from '../entry/lines.tsx'
import { SaidList } from '../entry/said-list.tsx'
import type { Route } from './+types/list.page.ts'
import { contributePage, proverbList, proverbPage } from './card.tsx'
import type { Proverb } from './schema.ts'
import { text } from './text.ts'

export const handle = { current: '/language' }

/** All proverbs newest first, or what a search found; both live in the address. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, lastKey: from } = listQuery(request)
  const api = context.get(apiContext)
  const { items, lastKey } = await api.proverb.list({ q, limit: 24, lastKey: from })
  const { body } = q || from ? { body: null } : await api.introduction.get({ section: 'proverbs' })
  return { items, q, next: nextAddress(proverbList, { q }, lastKey), introduction: body }
}

export function meta(given: Route.MetaArgs) {
  return head(given, { title: text.title, description: text.description })
}

export default function Proverbs({ loaderData: { items, q, next, introduction } }: Route.ComponentProps) {
  return (
    <SaidList
      path={proverbList}
      add={contributePage}
      tell="/contribute/story?section=proverbs"
      q={q}
      next={next}
      introduction={introduction}
      words={text}
    >
      {items.map((proverb) => (
        <Row key={proverb.id} proverb={proverb} />
      ))}
    </SaidList>
  )
}

function Row({ proverb }: { proverb: Proverb }) {
  const { id, original, translation } = proverb
  return (
    <li className="grid g2">
      <p className="t1 strong word" lang="enb">
        <a href={proverbPage(id)}>{original}</a>
      </p>
      {translation && <Lines most={3}>{translation}</Lines>}
      <LabelMarks entry={proverb} />
      {proverb.deceased && <WarningPlate look="round" />}
    </li>
  )
}
