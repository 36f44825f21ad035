import type { ReactNode } from 'react'
import { Facts } from '#ui/list.tsx'
import { Covered } from '../entry/covered.tsx'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { StandingMark } from '../entry/standing.tsx'
import { text as ofEntry } from '../entry/text.ts'
import { Whereabouts } from '../entry/whereabouts.tsx'
import { PictureChoice } from '../media/picture-choice.tsx'
import { artifactList, artifactPage } from './card.tsx'
import type { Artifact } from './schema.ts'
import { text } from './text.ts'

type Props = {
  artifact: Artifact
  /** Which of its pictures stands large, from 1. */
  shown: number
  /** What is told of its care. */
  care: ReactNode
  related: ReactNode
  actions: ReactNode
}

/** An artifact as its page shows it: pictures, names and description, then what is known of it beside its care. */
export function ArtifactDetails({ artifact, shown, care, related, actions }: Props) {
  const { name, localName, description } = artifact
  return (
    <div className="wrap content stack gap-6">
      <p>
        <a className="back" href={artifactList}>
          {text.title}
        </a>
      </p>
      <HiddenNote entry={artifact} />
      <LabelNote entry={artifact} />
      <div className="grid g75">
        <div className="stack">
          <Covered entry={artifact}>
            <PictureChoice entry={artifact} page={artifactPage(artifact.id)} shown={shown} />
          </Covered>
        </div>
        <div className="stack gap-5">
          <div className="stack gap-2">
            <h1>{name}</h1>
            {localName && (
              <p className="lead dim" lang="enb">
                {localName}
              </p>
            )}
            <p>
              <StandingMark entry={artifact} words={text} />
            </p>
          </div>
          {description && <p className="lead lines">{description}</p>}
          {actions}
        </div>
      </div>
      <div className="grid g75">
        <section aria-labelledby="known">
          <h2 className="t2 head" id="known">
            {text.known}
          </h2>
          <Known artifact={artifact} />
        </section>
        <section aria-labelledby="care" className="stack gap-3">
          <h2 className="t2" id="care">
            {text.care}
          </h2>
          {care}
        </section>
      </div>
      {related}
    </div>
  )
}

function Known({ artifact }: Pick<Props, 'artifact'>) {
  const { materials, use, maker, period, dimensions, heldAt, point, author } = artifact
  const { facts } = text
  return (
    <Facts
      rows={[
        [facts.materials, materials.join(', ')],
        [facts.use, use],
        [facts.maker, maker],
        [facts.period, period],
        [facts.dimensions, dimensions],
        [facts.heldAt, heldAt],
        [ofEntry.point.label, point && <Whereabouts point={point} />],
        [facts.addedBy, author?.name],
      ]}
    />
  )
}
