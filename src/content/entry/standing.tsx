import { StatusPill } from '#ui/labels.tsx'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

type Props = { entry: Pick<Entry, 'state' | 'visibility'>; words: { draft: string; hidden: string } }

/** What sets an entry apart from what everybody sees. */
export function StandingMark({ entry: { state, visibility }, words }: Props) {
  if (state === 'draft') return <StatusPill field="maize">{words.draft}</StatusPill>
  if (state === 'hidden') return <StatusPill field="ochre">{words.hidden}</StatusPill>
  return visibility === 'public' ? null : <StatusPill field="dusk">{text.audiences[visibility]}</StatusPill>
}
