import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import { truncate } from '#text/truncate.ts'
import { Card } from '#ui/list/card.tsx'
import { KindLabel } from '#ui/list/labels.tsx'
import { kind } from './kind.ts'
import type { Artifact } from './schema.ts'
import { text } from './text.ts'

/** An artifact in a list: first picture, names, and the beginning of its description. */
export function ArtifactCard({ artifact, opening }: { artifact: Artifact; opening?: boolean }) {
  const { id, name, localName, description, images } = artifact
  return (
    <Card
      as="li"
      level={2}
      picture={<CardPicture entry={artifact} picture={images[0]} field="ochre" look="tall" opening={opening} />}
      kind={
        <>
          <KindLabel {...kind.look} label={text.kind} /> <StateMark entry={artifact} words={text} />
        </>
      }
      title={<a href={`${kind.page}/${id}`}>{name}</a>}
    >
      {localName && (
        <p className="dim" lang="enb">
          {localName}
        </p>
      )}
      {description && <p>{truncate(description)}</p>}
      <LabelMarks entry={artifact} />
    </Card>
  )
}
