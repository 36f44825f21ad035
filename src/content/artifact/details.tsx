import type { ReactNode } from 'react'
import { MakerName } from '#content/entry/maker/name.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { EntryNotes } from '#content/entry/page/notes.tsx'
import { MapLink } from '#content/entry/point/map-link.tsx'
import { text as ofEntry } from '#content/entry/text.ts'
import { StateLine } from '#content/entry/visibility/state-mark.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { PictureChoice } from '#content/media/form/picture-choice.tsx'
import { Section } from '#ui/layout/section.tsx'
import { Facts } from '#ui/list/list.tsx'
import { kind } from './kind.ts'
import type { Artifact } from './schema.ts'
import { text } from './text.ts'

type Props = {
  artifact: Artifact
  /** The number of the large picture, counted from 1. */
  pictureNumber: number
  conservation: ReactNode
  related: ReactNode
  actions: ReactNode
}

/** The content of an artifact's page: pictures, names and description, then facts beside its conservation records. */
export function ArtifactDetails({ artifact, pictureNumber, conservation, related, actions }: Props) {
  const { name, localName, description } = artifact
  return (
    <div className="wrap content stack gap-6">
      <p>
        <a className="back" href={kind.list}>
          {text.title}
        </a>
      </p>
      <EntryNotes entry={artifact} />
      <div className="stack gap-2">
        <h1>{name}</h1>
        {localName && (
          <p className="lead dim" lang="enb">
            {localName}
          </p>
        )}
        <StateLine entry={artifact} />
      </div>
      <div className="grid g75">
        <div className="stack">
          <Covered entry={artifact}>
            <PictureChoice entry={artifact} page={`${kind.page}/${artifact.id}`} pictureNumber={pictureNumber} />
          </Covered>
        </div>
        <div className="stack gap-5">
          {description && <p className="lead lines">{description}</p>}
          <Section id="known" title={text.known} look="t2 head">
            <DetailRows artifact={artifact} />
          </Section>
        </div>
      </div>
      <div className="grid g75">
        <Section id="care" title={text.conservation} className="stack gap-3">
          {conservation}
        </Section>
        <div className="stack gap-5">{actions}</div>
      </div>
      {related}
    </div>
  )
}

function DetailRows({ artifact }: Pick<Props, 'artifact'>) {
  const { materials, use, maker, period, dimensions, heldAt, point, author } = artifact
  const { form } = text
  return (
    <Facts
      rows={[
        [form.materials, materials.join(', ')],
        [form.use, use],
        [form.maker, maker && <MakerName key="maker" of={artifact} />],
        [form.period, period],
        [form.dimensions, dimensions],
        [form.heldAt, heldAt],
        [ofEntry.point.label, point && <MapLink point={point} />],
        [text.addedBy, author && <AuthorName author={author} />],
      ]}
    />
  )
}
