import { proverbList, proverbPage } from '#content/proverb/card.tsx'
import { ProverbForm } from '#content/proverb/form.tsx'
import type { Route } from './+types/proverb.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.proverbPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of a proverb as a page of its own. */
export default function ContributeProverb() {
  return (
    <ComposeOrChange
      type="proverb"
      title={text.proverbPage}
      changeTitle={text.proverbChange}
      list={proverbList}
      page={proverbPage}
      form={(proverb, onSubmitted) => <ProverbForm proverb={proverb} onSubmitted={onSubmitted} />}
    />
  )
}
