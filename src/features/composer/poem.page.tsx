import { poemList, poemPage } from '#content/poem/card.tsx'
import { PoemForm } from '#content/poem/form.tsx'
import type { Route } from './+types/poem.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.poemPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of a poem as a page of its own. */
export default function ContributePoem() {
  return (
    <ComposeOrChange
      type="poem"
      title={text.poemPage}
      changeTitle={text.poemChange}
      list={poemList}
      page={poemPage}
      form={(poem, onSubmitted) => <PoemForm poem={poem} onSubmitted={onSubmitted} />}
    />
  )
}
