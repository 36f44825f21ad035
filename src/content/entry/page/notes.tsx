import type { ReactNode } from 'react'
import { HiddenNote } from '../moderation/hidden-note.tsx'
import type { Entry } from '../schema.ts'
import { LabelNote } from '../visibility/labels.tsx'
import { UnlistedNote } from '../visibility/unlisted-note.tsx'

type EntryNotesProps = {
  entry: Pick<Entry, 'state' | 'hiddenReason' | 'unlisted' | 'author' | 'groups' | 'labels'>
  /** Notes of the type, before the labels. */
  children?: ReactNode
}

/** Shows what a reader should know before an entry's content: whether it is hidden or unlisted, and its labels. */
export function EntryNotes({ entry, children }: EntryNotesProps) {
  return (
    <>
      <HiddenNote entry={entry} />
      <UnlistedNote entry={entry} />
      {children}
      <LabelNote entry={entry} />
    </>
  )
}
