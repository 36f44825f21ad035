import type { ReactNode } from 'react'
import { PlaceholderPicture } from '#ui/contour.tsx'
import { Facts } from '#ui/list.tsx'
import { Picture } from '#ui/picture.tsx'
import { Covered } from '../entry/covered.tsx'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { text as ofEntry } from '../entry/text.ts'
import { Whereabouts } from '../entry/whereabouts.tsx'
import { LargePicture } from '../media/large-picture.tsx'
import { ArtifactMarks, artifactList, artifactPage } from './card.tsx'
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
            <Pictures artifact={artifact} shown={shown} />
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
              <ArtifactMarks artifact={artifact} />
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

/** One large and all of them small; a press on a small one opens the page with that one large. */
function Pictures({ artifact: { id, name, images, deceased }, shown }: Pick<Props, 'artifact' | 'shown'>) {
  const chosen = images[shown - 1] ?? images[0]
  if (!chosen) return <PlaceholderPicture field="ochre" view={id.charCodeAt(id.length - 1)} className="tall talking" />
  const alt = chosen.alt || name
  const sizes = '(min-width: 1280px) 700px, (min-width: 900px) 55vw, 100vw'
  return (
    <div className="stack">
      <LargePicture picture={chosen} alt={alt} label={text.large(alt)} sizes={sizes} eager={!deceased} />
      {images.length > 1 && (
        <ul className="thumbs">
          {images.map((image, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture may stand twice; its place is its name
            <li key={at}>
              <a
                href={at === 0 ? artifactPage(id) : `${artifactPage(id)}?picture=${at + 1}`}
                aria-label={text.picture(at + 1, images.length)}
                aria-current={image === chosen ? 'true' : undefined}
              >
                <div className="pic tall round">
                  <Picture file={image} alt="" sizes="(min-width: 900px) 160px, 25vw" />
                </div>
              </a>
            </li>
          ))}
        </ul>
      )}
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
