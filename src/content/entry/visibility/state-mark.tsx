import { StatusPill } from '#ui/list/labels.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

type Props = { entry: Pick<Entry, 'state' | 'visibility'>; unless?: 'members' | undefined }

/** Renders `StateMark` on a line of its own; nothing for entries that everyone sees. */
export function StateLine(props: Props) {
  const mark = StateMark(props)
  return mark && <p>{mark}</p>
}

/** Marks an entry that is not published or, `unless` it is for members, not for everyone. */
export function StateMark({ entry: { state, visibility }, unless }: Props) {
  if (state === 'draft') return <StatusPill field="maize">{text.states.draft}</StatusPill>
  if (state === 'hidden') return <StatusPill field="ochre">{text.states.hidden}</StatusPill>
  if (visibility === 'public' || visibility === unless) return null
  return <StatusPill field="dusk">{text.audiences[visibility]}</StatusPill>
}
