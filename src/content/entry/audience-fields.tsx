import { FieldError } from '#ui/form/field.tsx'
import { Checkbox, SelectField } from '#ui/form/text-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { useHasRole, useUser } from '#web/session.ts'
import { type Label, labels } from './labels.ts'
import { labelIcons } from './labels.tsx'
import { useChoosableGroups, useShutsOut } from './own-groups.ts'
import type { Entry, Visibility } from './schema.ts'
import { text } from './text.ts'

export type Audience = Pick<Entry, 'visibility' | 'groups' | 'labels' | 'deceased'>

/** What a form begins with. @param visibility of a new entry */
export function audienceOf<V extends Visibility>(entry: Audience | undefined, visibility: V): Audience {
  if (!entry) return { visibility, groups: [], labels: [], deceased: false }
  return { visibility: entry.visibility, groups: entry.groups, labels: entry.labels, deceased: entry.deceased }
}

/** What to send of it: all of a new entry, of another what differs, so that nobody sets anew what they left alone. */
export function audienceChange(before: Audience | undefined, now: Audience): Partial<Audience> {
  if (!before) return now
  const differs = ([name, value]: [string, unknown]) => String(value) !== String(before[name as keyof Audience])
  return Object.fromEntries(Object.entries(now).filter(differs))
}

/** Of a member's new post, which is never for keepers alone. */
export function postedAudience({ visibility, ...rest }: Audience) {
  return { ...rest, visibility: visibility === 'public' ? ('public' as const) : ('members' as const) }
}

export type AudienceFieldsProps = {
  value: Audience
  onChange: (value: Audience) => void
  /** What is being changed; without it the member writes a new one. */
  entry?: Pick<Entry, 'author' | 'visibility'> | undefined
  /** A new post of a member can't be for keepers alone. */
  posted?: boolean
}

/** Who may see an entry, and how it is to be treated: visibility, groups, labels and the warning. */
export function AudienceFields({ value, onChange, entry, posted }: AudienceFieldsProps) {
  const words = text.audience
  const keeper = useHasRole('keeper')
  const set = (change: Partial<Audience>) => onChange({ ...value, ...change })
  const offered: Visibility[] = ['public', 'members', 'keepers']
  const shown = offered.filter(
    (one) => one !== 'keepers' || entry?.visibility === one || (keeper && !(posted && !entry)),
  )
  const marked = value.groups.length > 0 || value.labels.length > 0 || value.deceased
  return (
    <div className="stack">
      <SelectField
        label={words.title}
        value={value.visibility}
        onChange={({ target }) => set({ visibility: target.value as Visibility })}
      >
        {shown.map((one) => (
          <option key={one} value={one}>
            {text.audiences[one]}
          </option>
        ))}
      </SelectField>
      <details className="block quiet" open={marked || undefined}>
        <summary className="btn text flush">{keeper ? words.moreOfKeepers : words.more}</summary>
        <div className="stack gap-5">
          <GroupChoice value={value} set={set} entry={entry} />
          {keeper && <LabelChoice value={value.labels} onChange={(chosen) => set({ labels: chosen })} />}
          <div>
            <Checkbox
              label={words.deceased}
              checked={value.deceased}
              onChange={({ target }) => set({ deceased: target.checked })}
            />
            <p className="small dim">{words.deceasedHint}</p>
          </div>
        </div>
      </details>
    </div>
  )
}

type GroupChoiceProps = {
  value: Audience
  set: (change: Partial<Audience>) => void
  entry: AudienceFieldsProps['entry']
}

function GroupChoice({ value: { groups }, set, entry }: GroupChoiceProps) {
  const words = text.audience
  const user = useUser()
  const keeper = useHasRole('keeper')
  const list = useChoosableGroups()
  const shutsOut = useShutsOut()
  const known = list.data ?? []
  // A group that the member is not in stays as it is, without a name.
  const foreign = list.data ? groups.filter((id) => !known.some((group) => group.id === id)) : []
  const toggle = (id: string, on: boolean) => set({ groups: on ? [...groups, id] : groups.filter((one) => one !== id) })
  if (!keeper && list.data?.length === 0 && groups.length === 0) return null
  return (
    <fieldset className="stack gap-2">
      <legend className="strong">{words.groups}</legend>
      <p className="small dim">{words.groupsHint}</p>
      {list.isPending && <Skeleton shape="list" count={1} />}
      {list.isError && (
        <ErrorState title={words.groupsFailed} onRetry={() => list.refetch()} busy={list.isFetching}>
          {list.error.message}
        </ErrorState>
      )}
      {list.data?.length === 0 && <p>{words.noGroups}</p>}
      {[...known, ...foreign.map((id) => ({ id, name: words.foreign }))].map(({ id, name }) => (
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
