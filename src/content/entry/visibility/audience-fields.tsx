import { Icon } from '#ui/drawing/icon.tsx'
import { FieldError } from '#ui/form/field.tsx'
import { Options } from '#ui/form/options.tsx'
import { Checkbox, SelectField } from '#ui/form/text-field.tsx'
import { Loaded } from '#ui/state/loaded.tsx'
import { Note } from '#ui/state/note.tsx'
import { useUser } from '#web/session/session.ts'
import { mayChooseEveryGroup, mayLabel, mayReserve, type Offering, offers } from '../policy.ts'
import type { Entry, Visibility } from '../schema.ts'
import { text } from '../text.ts'
import { type Label, labels } from './labels.ts'
import { labelIcons } from './labels.tsx'
import { useChoosableGroups, useShutsOut } from './own-groups.ts'

export type Audience = Pick<Entry, 'visibility' | 'groups' | 'labels' | 'deceased' | 'allowComments'>

/** Returns the initial values of a form. @param visibility the default for a new entry */
export function audienceOf<V extends Visibility>(entry: Audience | undefined, visibility: V): Audience {
  if (!entry) return { visibility, groups: [], labels: [], deceased: false, allowComments: true }
  const { groups, labels, deceased, allowComments } = entry
  return { visibility: entry.visibility, groups, labels, deceased, allowComments }
}

/** Returns the settings to send: all for a new entry, else only what changed, so that nothing is reset by accident. */
export function audienceChange(before: Audience | undefined, now: Audience): Partial<Audience> {
  if (!before) return now
  const differs = ([name, value]: [string, unknown]) => String(value) !== String(before[name as keyof Audience])
  return Object.fromEntries(Object.entries(now).filter(differs))
}

/** Returns the settings of a member's new post. It can't be for keepers only; if that was chosen, it is for members. */
export function postedAudience({ visibility, ...rest }: Audience) {
  return { ...rest, visibility: visibility === 'public' ? ('public' as const) : ('members' as const) }
}

export type AudienceFieldsProps = {
  value: Audience
  onChange: (value: Audience) => void
  /** The entry that is edited; undefined for a new one. */
  entry?: (Pick<Entry, 'author' | 'visibility'> & Offering) | undefined
  /** True for a new post of a member, which can't be for keepers only. */
  posted?: boolean
  /** True for types that members comment on. */
  discussed?: boolean
}

/** The form fields for visibility, groups, labels, the warning and comments. */
export function AudienceFields({ value, onChange, entry, posted, discussed }: AudienceFieldsProps) {
  const words = text.audience
  const user = useUser()
  const maySetLabels = entry ? offers(entry, 'label') : mayLabel(user)
  const set = (change: Partial<Audience>) => onChange({ ...value, ...change })
  const choices = entry
    ? choicesOf(entry)
    : widestFirst.filter((one) => one !== 'keepers' || (mayReserve(user) && !posted))
  const closed = discussed && value.allowComments === false
  const marked = value.groups.length > 0 || value.labels.length > 0 || value.deceased || closed
  return (
    <div className="stack">
      <SelectField
        label={words.title}
        value={value.visibility}
        onChange={({ target }) => set({ visibility: target.value as Visibility })}
      >
        <Options of={choices} name={(one) => text.audiences[one]} />
      </SelectField>
      <details className="block quiet" open={marked || undefined}>
        <summary className="btn text flush">{maySetLabels ? words.moreOfKeepers : words.more}</summary>
        <div className="stack gap-5">
          <GroupChoice value={value} set={set} entry={entry} />
          {maySetLabels && <LabelChoice value={value.labels} onChange={(chosen) => set({ labels: chosen })} />}
          <div>
            <Checkbox
              label={words.deceased}
              checked={value.deceased}
              onChange={({ target }) => set({ deceased: target.checked })}
            />
            <p className="small dim">{words.deceasedHint}</p>
          </div>
          {discussed && (
            <div>
              <Checkbox
                label={words.allowComments}
                checked={value.allowComments !== false}
                onChange={({ target }) => set({ allowComments: target.checked })}
              />
              <p className="small dim">{words.allowCommentsHint}</p>
            </div>
          )}
        </div>
      </details>
    </div>
  )
}

const widestFirst: Visibility[] = ['public', 'members', 'keepers']

/** Returns the audiences that the viewer may give an entry, including its current one. */
function choicesOf(entry: Pick<Entry, 'visibility'> & Offering): Visibility[] {
  const current = widestFirst.indexOf(entry.visibility)
  return widestFirst.filter((one, at) => {
    if (at === current) return true
    if (at < current) return offers(entry, 'widen')
    return offers(entry, one === 'keepers' ? 'reserve' : 'narrow')
  })
}

type GroupChoiceProps = {
  value: Audience
  set: (change: Partial<Audience>) => void
  entry: AudienceFieldsProps['entry']
}

function GroupChoice({ value: { groups }, set, entry }: GroupChoiceProps) {
  const words = text.audience
  const user = useUser()
  const list = useChoosableGroups()
  const shutsOut = useShutsOut()
  const available = list.data ?? []
  // Groups that the member is not in stay selected, without a name.
  const foreign = list.data ? groups.filter((id) => !available.some((group) => group.id === id)) : []
  const toggle = (id: string, on: boolean) => set({ groups: on ? [...groups, id] : groups.filter((one) => one !== id) })
  if (!mayChooseEveryGroup(user) && list.data?.length === 0 && groups.length === 0) return null
  return (
    <fieldset className="stack gap-2">
      <legend className="strong">{words.groups}</legend>
      <p className="small dim">{words.groupsHint}</p>
      <Loaded query={list} loading={{ count: 1 }} failed={words.groupsFailed} />
      {list.data?.length === 0 && <p>{words.noGroups}</p>}
      {[...available, ...foreign.map((id) => ({ id, name: words.foreign }))].map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={groups.includes(id)}
          onChange={({ target }) => toggle(id, target.checked)}
        />
      ))}
      {shutsOut({ groups, author: entry ? entry.author : user && { ...user, avatar: null } }) && (
        <Note look="ringed" icon="alert" role="status">
          <p>{words.shutOut}</p>
        </Note>
      )}
    </fieldset>
  )
}

function LabelChoice({ value, onChange }: { value: Label[]; onChange: (chosen: Label[]) => void }) {
  const both = value.includes('commercial') && value.includes('noncommercial')
  return (
    <fieldset className="stack gap-2">
      <legend className="strong">{text.audience.labels}</legend>
      {labels.map((label) => (
        <Checkbox
          key={label}
          label={
            <span className="labelled">
              <Icon name={labelIcons[label]} />
              <span>
                <b>{text.labels[label]}.</b> {text.labelSentences[label]}
              </span>
            </span>
          }
          checked={value.includes(label)}
          onChange={({ target }) =>
            onChange(labels.filter((one) => (one === label ? target.checked : value.includes(one))))
          }
        />
      ))}
      <FieldError message={both ? text.audience.oneOfTwo : ''} />
    </fieldset>
  )
}
