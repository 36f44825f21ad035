import { artifactList, artifactPage } from '#content/artifact/card.tsx'
import { ArtifactForm } from '#content/artifact/form.tsx'
import type { Route } from './+types/artifact.page.ts'
import { ComposeOrChange } from './change.tsx'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.artifactPage} | ${matches[0].loaderData?.siteName}` }]
}

/** The form of an artifact, for keepers. */
export default function ContributeArtifact() {
  return (
    <ComposeOrChange
      type="artifact"
      only="keeper"
      title={text.artifactPage}
      changeTitle={text.artifactChange}
      list={artifactList}
      page={artifactPage}
      form={(artifact, onSubmitted) => <ArtifactForm artifact={artifact} onSubmitted={onSubmitted} />}
    />
  )
}
