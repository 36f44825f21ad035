import { certaintyOf } from '#src/offline/dictionary/certainty.ts'
import { DataBadge } from '#ui/list/labels.tsx'
import type { Word } from './schema.ts'

/** Says whether a word is confirmed by a keeper, comes from published research, or is not confirmed yet. */
export function Certainty({ word }: { word: Pick<Word, 'confirmed' | 'source'> }) {
  return <DataBadge confirmed={word.confirmed}>{certaintyOf(word)}</DataBadge>
}
