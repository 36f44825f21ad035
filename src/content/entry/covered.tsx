import type { ReactNode } from 'react'
import { classes } from '#ui/field.ts'
import { Icon } from '#ui/icon.tsx'
import { Note } from '#ui/note.tsx'
import type { Entry } from './schema.ts'
import { text } from './text.ts'

type Warned = Pick<Entry, 'deceased'>

/**
 * On an entry's page: what it holds, behind a warning where it has the voice or picture of someone who has died, until the
 * reader chooses. Works without script; pictures in it have to be lazy, so that none is loaded before.
 */
export function Covered({ entry, children }: { entry: Warned; children: ReactNode }) {
  if (!entry.deceased) return children
  return (
    <>
      <Note look="ringed" icon="alert">
        <p className="strong">{text.deceased}</p>
        <p>{text.deceasedHint}</p>
      </Note>
      <details className="covered">
        <summary className="btn line">
          <span>{text.deceasedShow}</span>
          <span>{text.deceasedCover}</span>
        </summary>
        <div className="stack gap-6">{children}</div>
      </details>
    </>
  )
}

/** In a list: the warning in the place of a picture or player, which is not loaded. @param look of the picture it stands for */
export function WarningPlate({ look }: { look?: string }) {
  return (
    <p className={classes('warning', look)}>
      <Icon name="alert" />
      <span>{text.deceased}</span>
    </p>
  )
}
