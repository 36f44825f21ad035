import type { ReactNode } from 'react'
import { Icon } from '#ui/drawing/icon.tsx'
import { classes } from '#ui/field.ts'
import { CoveredContext } from '#ui/media/picture.tsx'
import { Note } from '#ui/state/note.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'

type Warned = Pick<Entry, 'deceased'>

/**
 * Hides the content of a page behind a warning if it has the voice or picture of someone who has died. Works without
 * JavaScript. No picture or poster inside is requested before the reader chooses.
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
        <div className="stack gap-6">
          <CoveredContext value>{children}</CoveredContext>
        </div>
      </details>
    </>
  )
}

/**
 * Shows the warning in a list instead of a picture or player, which is not loaded. @param look the class of that
 * picture
 */
export function WarningPlate({ look }: { look?: string }) {
  return (
    <p className={classes('warning', look)}>
      <Icon name="alert" />
      <span>{text.deceased}</span>
    </p>
  )
}
