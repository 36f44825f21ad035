import { Icon, type IconName } from '#ui/drawing/icon.tsx'
import { Note } from '#ui/state/note.tsx'
import type { Entry } from '../schema.ts'
import { text } from '../text.ts'
import type { Label } from './labels.ts'

export const labelIcons: Record<Label, IconName> = {
  attribution: 'quill',
  verified: 'keep',
  community: 'people',
  noncommercial: 'nosale',
  commercial: 'bag',
  outreach: 'horn',
  seasonal: 'season',
  women: 'woman',
  men: 'man',
  sacred: 'veil',
}

type Marked = Pick<Entry, 'groups' | 'labels'>

/**
 * Marks on a card: limited to a group, and the keepers' labels. `quiet` leaves the words to screen readers and to the
 * title of each mark, where there is too little room for them.
 */
export function LabelMarks({ entry: { groups, labels }, quiet }: { entry: Marked; quiet?: boolean }) {
  if (groups.length === 0 && labels.length === 0) return null
  const marks = labels.map((label) => ({ icon: labelIcons[label], name: text.labels[label], look: 'tag' }))
  if (groups.length > 0) marks.unshift({ icon: 'people', name: text.limited, look: 'tag solid' })
  return (
    <ul className="tags" aria-label={text.audience.labels}>
      {marks.map(({ icon, name, look }) => (
        <li key={name} className={look} title={quiet ? name : undefined}>
          <Icon name={icon} />
          {quiet ? <span className="sr">{name}</span> : name}
        </li>
      ))}
    </ul>
  )
}

/** The same marks on the entry's page, with explanations. */
export function LabelNote({ entry: { groups, labels } }: { entry: Marked }) {
  if (groups.length === 0 && labels.length === 0) return null
  return (
    <Note look="ringed">
      <h2 className="t1 head">{text.labelsTitle}</h2>
      <ul className="stack gap-3 labels">
        {groups.length > 0 && (
          <li>
            <Icon name="people" />
            <p>
              <b>{text.limited}.</b> {text.limitedSentence}
            </p>
          </li>
        )}
        {labels.map((label) => (
          <li key={label}>
            <Icon name={labelIcons[label]} />
            <p>
              <b>{text.labels[label]}.</b> {text.labelSentences[label]}
            </p>
          </li>
        ))}
      </ul>
    </Note>
  )
}
