import { wordPage } from '#content/vocabulary/card.tsx'
import { WordForm } from '#content/vocabulary/form.tsx'
import type { Route } from './+types/linguistics.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.wordPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of a word as a page of its own. */
export default function ContributeWord() {
  return (
    <ComposeOrChange
      type="vocabulary"
      title={text.wordPage}
      changeTitle={text.wordChange}
      list="/language/vocabulary"
      page={wordPage}
      form={(word, onSubmitted) => <WordForm word={word} onSubmitted={onSubmitted} />}
    />
  )
}
