import { Note } from '#ui/state/note.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

/** Says that an entry is hidden and why. Renders nothing for other entries. */
export function HiddenNote({ entry: { state, hiddenReason } }: { entry: Pick<Entry, 'state' | 'hiddenReason'> }) {
  if (state !== 'hidden') return null
  return (
    <Note look="bad" icon="alert">
      <p className="strong">{text.hiddenTitle}</p>
      {hiddenReason && <p>{text.hiddenReason(hiddenReason)}</p>}
    </Note>
  )
}
