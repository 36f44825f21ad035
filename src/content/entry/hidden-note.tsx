import { Note } from '#ui/note.tsx'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

/** Says that it is hidden and why; nothing for what is shown. */
export function HiddenNote({ entry: { state, hiddenReason } }: { entry: Pick<Entry, 'state' | 'hiddenReason'> }) {
  if (state !== 'hidden') return null
  return (
    <Note look="bad" icon="alert">
      <p className="strong">{text.hiddenTitle}</p>
      {hiddenReason && <p>{text.hiddenReason(hiddenReason)}</p>}
    </Note>
  )
}
