import type { ReactNode } from 'react'
import { Note } from './note.tsx'

/** An empty queue, as the good news that it is. */
export function AllDone({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Note look="good" icon="check">
      <p className="strong">{title}</p>
      {children && <p>{children}</p>}
    </Note>
  )
}
