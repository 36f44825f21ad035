import { useSearchParams } from 'react-router'
import { conservationList, conservationPage } from '#content/conservation/card.tsx'
import { ConservationForm } from '#content/conservation/form.tsx'
import type { Route } from './+types/conservation.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.conservationPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of a conservation record, for keepers; with `?artifact=` it is about that one. */
export default function ContributeConservation() {
  const artifactId = useSearchParams()[0].get('artifact') ?? undefined
  return (
    <ComposeOrChange
      type="conservation"
      only="keeper"
      title={text.conservationPage}
      changeTitle={text.conservationChange}
      list={conservationList}
      page={conservationPage}
      form={(record, onSubmitted) => (
        <ConservationForm record={record} artifactId={artifactId} onSubmitted={onSubmitted} />
      )}
    />
  )
}
