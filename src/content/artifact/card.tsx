import { EntryCard } from '#content/entry/list/card.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { truncate } from '#text/truncate.ts'
import { kind } from './kind.ts'
import type { Artifact } from './schema.ts'

/** An artifact in a list: first picture, names, and the beginning of its description. */
export function ArtifactCard({ artifact, opening }: { artifact: Artifact; opening?: boolean }) {
  const { name, localName, description, images } = artifact
  const picture = <CardPicture entry={artifact} picture={images[0]} field="ochre" look="tall" opening={opening} />
  return (
    <EntryCard entry={artifact} kind={kind} title={name} picture={picture}>
      {localName && (
        <p className="dim" lang="enb">
          {localName}
        </p>
      )}
      {description && <p>{truncate(description)}</p>}
    </EntryCard>
  )
}
