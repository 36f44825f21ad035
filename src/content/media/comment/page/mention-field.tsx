import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { PeopleOptions, pressInOptions } from '#ui/list/people-options.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { longestComment } from '../schema.ts'
import { text } from '../text.ts'
import { edited, mentionBefore, mentioned, type Typed } from './draft.ts'

type Props = {
  entryId: string
  label: string
  value: Typed
  onChange: (value: Typed) => void
  error?: string | undefined
  autoFocus?: boolean
}

/** The text of a comment. After an `@` it offers people to mention, who are chosen by a press, Enter or Tab. */
export function MentionField({ entryId, label, value, onChange, error, autoFocus }: Props) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const results = useAnswer(
    ['mentionable', entryId, wanted],
    (options) => api.comment.mentionable({ id: entryId, q: wanted ?? '' }, options),
    { enabled: wanted !== null, retry: false },
  )
  const people = wanted === null ? [] : (results.data?.items ?? [])
  const active = people[at]

  function typed({ value: text, selectionEnd }: HTMLTextAreaElement) {
    const next = edited(value, text, selectionEnd)
    onChange(next)
    look(next)
  }

  function look(typed: Typed) {
    setWanted(mentionBefore(typed, area.current?.selectionStart ?? 0))
    setAt(0)
  }

  function choose(person: { id: string; name: string }) {
    const field = area.current
    if (!field) return
    const caret = field.selectionStart
    const next = mentioned(value, caret - (wanted?.length ?? 0) - 1, caret, person)
    const after = next.text.length - (value.text.length - caret)
    onChange(next)
    setWanted(null)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(after, after)
    })
  }

  const press = (event: KeyboardEvent) =>
    pressInOptions(event, { options: people, at, onMove: setAt, onChoose: choose, onClose: () => setWanted(null) })

  return (
    <div className="stack gap-2">
      <Field label={label} hint={text.hint} {...(error && { error })} id={`${id}-text`}>
        {(ids) => (
          <textarea
            rows={3}
            maxLength={longestComment}
            {...ids}
            ref={area}
            // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
            autoFocus={autoFocus}
            value={value.text}
            aria-autocomplete="list"
            aria-controls={people.length > 0 ? `${id}-people` : undefined}
            aria-activedescendant={active && `${id}-${active.id}`}
            onChange={({ target }) => typed(target)}
            onKeyDown={press}
            onClick={() => look(value)}
            onBlur={() => setWanted(null)}
          />
        )}
      </Field>
      <p className="sr" role="status">
        {people.length > 0 && text.found(people.length)}
      </p>
      {people.length > 0 && (
        <PeopleOptions id={id} label={text.people} people={people} active={active} onChoose={choose} />
      )}
    </div>
  )
}
