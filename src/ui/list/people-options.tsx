import type { KeyboardEvent } from 'react'
import { classes } from '../field.ts'
import { Avatar } from './byline.tsx'

type Option = { id: string; name: string; avatar: string | null; place?: string }

type Props = {
  /** The id of the field: the list is `<id>-people`, and an option is `<id>-<its id>`. */
  id: string
  label: string
  people: readonly Option[]
  active: Option | undefined
  onChoose: (person: Option) => void
}

/** People to choose from, below the text field that has the focus. */
export function PeopleOptions({ id, label, people, active, onChoose }: Props) {
  return (
    <div className="mentionable" role="listbox" id={`${id}-people`} aria-label={label}>
      {people.map((person) => (
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the text field, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field handles the keys
        <div
          key={person.id}
          id={`${id}-${person.id}`}
          role="option"
          aria-selected={person === active}
          className={classes('by', person === active && 'on')}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar name={person.name} photo={person.avatar} />
          <span>
            {person.name}
            {person.place && <span className="dim"> · {person.place}</span>}
          </span>
        </div>
      ))}
    </div>
  )
}

type Pressed<O> = {
  options: readonly O[]
  /** The position of the active option; -1 if none is. */
  at: number
  onMove: (at: number) => void
  onChoose: (option: O) => void
  onClose: () => void
}

/** Handles the keys that move through the options, choose the active one or close the list. */
export function pressInOptions<O>(event: KeyboardEvent, { options, at, onMove, onChoose, onClose }: Pressed<O>): void {
  if (options.length === 0) return
  const { key } = event
  const active = options[at]
  if (key === 'ArrowDown') onMove((at + 1) % options.length)
  else if (key === 'ArrowUp') onMove(at <= 0 ? options.length - 1 : at - 1)
  else if ((key === 'Enter' || key === 'Tab') && active) onChoose(active)
  else if (key === 'Escape') onClose()
  else return
  event.preventDefault()
  event.stopPropagation()
}
