import { EntryCard } from '#content/entry/list/card.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import type { ListedPicture } from '#content/media/schema.ts'
import { formatDate } from '#ui/data/formats.ts'
import { kind } from './kind.ts'
import type { Conservation } from './schema.ts'
import { text } from './text.ts'

type Props = { record: Conservation; level?: 2 | 3; opening?: boolean }

/** A record in a list: before-and-after pictures side by side, condition, and artifact. */
export function ConservationCard({ record, level, opening }: Props) {
  const { title, artifact, images } = record
  const before = images.find(({ role }) => role === 'before')
  const after = images.find(({ role }) => role === 'after')
  const pictureOf = (one: ListedPicture | undefined) => (
    <CardPicture entry={record} picture={one} field="acacia" look="tall" opening={opening} />
  )
  const both = before &&
    after &&
    !record.deceased && {
      picture: (
        <div className="pair">
          {pictureOf(before)}
          {pictureOf(after)}
        </div>
      ),
      label: (
        <span className="row split small strong">
          <span>{text.roles.before}</span>
          <span>{text.roles.after}</span>
        </span>
      ),
    }
  const shown = both || { picture: pictureOf(images[0]) }
  return (
    <EntryCard entry={record} kind={kind} title={title} level={level} {...shown}>
      <p className="small dim">{standingOf(record)}</p>
      {artifact && <p>{artifact.name}</p>}
    </EntryCard>
  )
}

/** Returns the condition and phase as text, such as "Condition: Good. Done, 12 March 2026." */
export function standingOf({ condition, phase, startedAt, finishedAt }: Conservation): string {
  const [conditionName, phaseName] = [text.conditions[condition], text.phases[phase]]
  const date = phase === 'done' ? finishedAt : startedAt
  return date ? text.standingSince(conditionName, phaseName, formatDate(date)) : text.standing(conditionName, phaseName)
}
