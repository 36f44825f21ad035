import { Button } from '../button.tsx'
import { text } from '../text.ts'
import { Note } from './note.tsx'

/** Says that a form shows changes that were not saved, and offers to discard them. */
export function UnsavedNote({ onDiscard }: { onDiscard: () => void }) {
  return (
    <Note
      look="ringed"
      icon="alert"
      role="status"
      action={
        <Button variant="line" onClick={onDiscard}>
          {text.unsaved.discard}
        </Button>
      }
    >
      <p>{text.unsaved.note}</p>
    </Note>
  )
}
