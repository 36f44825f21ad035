import { Card } from '#ui/card.tsx'
import { PlaceholderPicture } from '#ui/contour.tsx'
import { formatDate } from '#ui/formats.ts'
import { KindLabel, StatusPill } from '#ui/labels.tsx'
import { Picture } from '#ui/picture.tsx'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import type { ListedPicture } from '../media/schema.ts'
import type { Conservation } from './schema.ts'
import { text } from './text.ts'

export const conservationList = '/culture/conservation'
export const conservationPage = (id: string) => `/conservation/${id}`

/** A record in a list: before and after side by side where there are both, how it stands, and what it is about. */
export function ConservationCard({ record, level = 2 }: { record: Conservation; level?: 2 | 3 }) {
  const { id, title, artifact, images } = record
  const before = images.find(({ role }) => role === 'before')
  const after = images.find(({ role }) => role === 'after')
  const both = before && after
  const [picture] = images
  return (
    <Card
      as="li"
      level={level}
      picture={
        record.deceased ? (
          <WarningPlate />
        ) : both ? (
          <div className="pair">
            <Small picture={before} />
            <Small picture={after} />
          </div>
        ) : picture ? (
          <Small picture={picture} />
        ) : (
          <PlaceholderPicture field="acacia" view={id.charCodeAt(id.length - 1)} className="tall" />
        )
      }
      kind={
        both && !record.deceased ? (
          <span className="row split small strong">
            <span>{text.roles.before}</span>
            <span>{text.roles.after}</span>
          </span>
        ) : (
          <KindLabel kind="event" icon="keep" label={text.kind} />
        )
      }
      title={<a href={conservationPage(id)}>{title}</a>}
    >
      <p className="small dim">{standingOf(record)}</p>
      {artifact && <p>{artifact.name}</p>}
      <ConservationMarks record={record} />
      <LabelMarks entry={record} />
    </Card>
  )
}

function Small({ picture }: { picture: ListedPicture }) {
  return (
    <div className="pic tall">
      <Picture file={picture} alt="" sizes="(min-width: 900px) 400px, 100vw" />
    </div>
  )
}

/** "Condition: good. Done, 12 March 2026." */
export function standingOf({ condition, phase, startedAt, finishedAt }: Conservation): string {
  const [known, reached] = [text.conditions[condition], text.phases[phase]]
  const date = phase === 'done' ? finishedAt : startedAt
  return date ? text.standingSince(known, reached, formatDate(date)) : text.standing(known, reached)
}

/** What sets it apart from what everybody sees. */
export function ConservationMarks({
  record: { state, visibility },
}: {
  record: Pick<Conservation, 'state' | 'visibility'>
}) {
  if (state === 'draft') return <StatusPill field="maize">{text.draft}</StatusPill>
  if (state === 'hidden') return <StatusPill field="ochre">{text.hidden}</StatusPill>
  return visibility === 'public' ? null : <StatusPill field="dusk">{text.audiences[visibility]}</StatusPill>
}
