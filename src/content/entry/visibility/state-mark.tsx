import { StatusPill } from '#ui/list/labels.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

type Props = { entry: Pick<Entry, 'state' | 'visibility'>; words: { draft: string; hidden: string } }

/** Renders `StateMark` on a line of its own; nothing for entries that everyone sees. */
export function StateLine(props: Props) {
  const mark = StateMark(props)
  return mark && <p>{mark}</p>
}

/** Marks an entry that is not published or not for everyone. */
export function StateMark({ entry: { state, visibility }, words }: Props) {
  if (state === 'draft') return <StatusPill field="maize">{words.draft}</StatusPill>
  if (state === 'hidden') return <StatusPill field="ochre">{words.hidden}</StatusPill>
  return visibility === 'public' ? null : <StatusPill field="dusk">{text.audiences[visibility]}</StatusPill>
}
