import { Card } from '#ui/card.tsx'
import { formatDate } from '#ui/formats.ts'
import { KindLabel } from '#ui/labels.tsx'
import { CardPicture } from '../entry/card-picture.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { StandingMark } from '../entry/standing.tsx'
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
  const both = before && after && !record.deceased
  const [picture] = images
  const pictureOf = (one: ListedPicture | undefined) => (
    <CardPicture entry={record} picture={one} field="acacia" look="tall" />
  )
  return (
    <Card
      as="li"
      level={level}
      picture={
        both ? (
          <div className="pair">
            {pictureOf(before)}
            {pictureOf(after)}
          </div>
        ) : (
          pictureOf(picture)
        )
      }
      kind={
        both ? (
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
      <StandingMark entry={record} words={text} />
      <LabelMarks entry={record} />
    </Card>
  )
}

/** "Condition: good. Done, 12 March 2026." */
export function standingOf({ condition, phase, startedAt, finishedAt }: Conservation): string {
  const [known, reached] = [text.conditions[condition], text.phases[phase]]
  const date = phase === 'done' ? finishedAt : startedAt
  return date ? text.standingSince(known, reached, formatDate(date)) : text.standing(known, reached)
}
