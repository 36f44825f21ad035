import { text as offline } from '#src/offline/text.ts'
import { Word as Form } from '#ui/list/labels.tsx'
import type { Overview } from './schema.ts'
import { text } from './text.ts'

/** Heading of a list: results of a search, one letter, or all words. */
export function ListHeading({ q, letter }: { q: string; letter: string }) {
  if (q) return text.found(q)
  if (!letter) return text.allWords
  return (
    <>
      {text.withLetter} <Form lang="und-fonipa">{letter}</Form>
    </>
  )
}

/** Sources of words that no speaker has confirmed. */
export function Research({ sources }: Pick<Overview, 'sources'>) {
  const studies = sources.map(({ short, licence }) => `${short}, ${licence}`).join('; ')
  return (
    <p className="small dim" id="sources">
      {offline.published}. {text.phonetic} {studies && `${studies}.`}
    </p>
  )
}
