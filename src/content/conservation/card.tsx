import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import type { ListedPicture } from '#content/media/schema.ts'
import { formatDate } from '#ui/data/formats.ts'
import { Card } from '#ui/list/card.tsx'
import { KindLabel } from '#ui/list/labels.tsx'
import { kind } from './kind.ts'
import type { Conservation } from './schema.ts'
import { text } from './text.ts'

type Props = { record: Conservation; level?: 2 | 3; opening?: boolean }

/** A record in a list: before-and-after pictures side by side, condition, and artifact. */
export function ConservationCard({ record, level = 2, opening }: Props) {
  const { id, title, artifact, images } = record
  const before = images.find(({ role }) => role === 'before')
  const after = images.find(({ role }) => role === 'after')
  const both = before && after && !record.deceased
  const [picture] = images
  const pictureOf = (one: ListedPicture | undefined) => (
    <CardPicture entry={record} picture={one} field="acacia" look="tall" opening={opening} />
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
          <KindLabel {...kind.look} label={text.kind} />
        )
      }
      title={<a href={`${kind.page}/${id}`}>{title}</a>}
    >
      <p className="small dim">{standingOf(record)}</p>
      {artifact && <p>{artifact.name}</p>}
      <StateMark entry={record} words={text} />
      <LabelMarks entry={record} />
    </Card>
  )
}

/** Returns the condition and phase as text, such as "Condition: Good. Done, 12 March 2026." */
export function standingOf({ condition, phase, startedAt, finishedAt }: Conservation): string {
  const [conditionName, phaseName] = [text.conditions[condition], text.phases[phase]]
  const date = phase === 'done' ? finishedAt : startedAt
  return date ? text.standingSince(conditionName, phaseName, formatDate(date)) : text.standing(conditionName, phaseName)
}
