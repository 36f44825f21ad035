import { useId } from 'react'
import { text } from './text.ts'

/** A link to the bag of all that the keeper may see; a browser saves it while it is made. */
export function TakeArchive() {
  const heading = useId()
  return (
    <section className="stack gap-3" aria-labelledby={heading}>
      <h2 className="t1 heavy" id={heading}>
        {text.takeTitle}
      </h2>
      <p>{text.take}</p>
      <p>
        <a className="btn line" href="/export/archive.zip" download>
          {text.download}
        </a>
      </p>
    </section>
  )
}
