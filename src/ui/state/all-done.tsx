import type { ReactNode } from 'react'
import { Note } from './note.tsx'

/** A queue that is empty, which is shown as good news. */
export function AllDone({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Note look="good" icon="check">
      <p className="strong">{title}</p>
      {children && <p>{children}</p>}
    </Note>
  )
}
