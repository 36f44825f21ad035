import { Card } from '#ui/card.tsx'
import { PlaceholderPicture } from '#ui/contour.tsx'
import { beginningOf } from '#ui/formats.ts'
import { KindLabel, StatusPill } from '#ui/labels.tsx'
import { Picture } from '#ui/picture.tsx'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import type { Artifact } from './schema.ts'
import { text } from './text.ts'

export const artifactList = '/culture/artifacts'
export const artifactPage = (id: string) => `/artifacts/${id}`

/** An artifact in a list: its first picture, its names, and how its description begins. */
export function ArtifactCard({ artifact }: { artifact: Artifact }) {
  const { id, name, localName, description, images } = artifact
  const [picture] = images
  return (
    <Card
      as="li"
      level={2}
      picture={
        artifact.deceased ? (
          <WarningPlate />
        ) : picture ? (
          <div className="pic tall">
            <Picture file={picture} alt="" sizes="(min-width: 900px) 400px, 100vw" />
          </div>
        ) : (
          <PlaceholderPicture field="ochre" view={id.charCodeAt(id.length - 1)} className="tall" />
        )
      }
      kind={
        <>
          <KindLabel kind="article" icon="photo" label={text.kind} /> <ArtifactMarks artifact={artifact} />
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

/** What sets it apart from what everybody sees. */
export function ArtifactMarks({
  artifact: { state, visibility },
}: {
  artifact: Pick<Artifact, 'state' | 'visibility'>
}) {
  if (state === 'draft') return <StatusPill field="maize">{text.draft}</StatusPill>
  if (state === 'hidden') return <StatusPill field="ochre">{text.hidden}</StatusPill>
  return visibility === 'public' ? null : <StatusPill field="dusk">{text.audiences[visibility]}</StatusPill>
}
