import type { Route } from './+types/linguistics.page.ts'
import { ComposeWord } from './kinds.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.wordPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The composer's form of a word as a page of its own. */
export default function ContributeWord() {
  return (
    <div className="stack gap-5 mid">
      <h1>{text.wordPage}</h1>
      {/* A reading page, without React: a whole page is opened. */}
      <ComposeWord onSubmitted={(id) => location.assign(`/language/vocabulary/${id}`)} />
    </div>
  )
}
