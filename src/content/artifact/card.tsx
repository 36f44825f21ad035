import { Card } from '#ui/card.tsx'
import { beginningOf } from '#ui/formats.ts'
import { KindLabel } from '#ui/labels.tsx'
import { CardPicture } from '../entry/card-picture.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { StandingMark } from '../entry/standing.tsx'
import type { Artifact } from './schema.ts'
import { text } from './text.ts'

export const artifactList = '/culture/artifacts'
export const artifactPage = (id: string) => `/artifacts/${id}`

/** An artifact in a list: its first picture, its names, and how its description begins. */
export function ArtifactCard({ artifact }: { artifact: Artifact }) {
  const { id, name, localName, description, images } = artifact
  return (
    <Card
      as="li"
      level={2}
      picture={<CardPicture entry={artifact} picture={images[0]} field="ochre" look="tall" />}
      kind={
        <>
          <KindLabel kind="article" icon="photo" label={text.kind} /> <StandingMark entry={artifact} words={text} />
        </>
      }
      title={<a href={artifactPage(id)}>{name}</a>}
    >
      {localName && (
        <p className="dim" lang="enb">
          {localName}
        </p>
      )}
      {description && <p>{beginningOf(description)}</p>}
      <LabelMarks entry={artifact} />
    </Card>
  )
}
