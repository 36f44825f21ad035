import { type ReactNode, useId, useState } from 'react'
import { Field } from '#ui/form/field.tsx'
import { PeopleOptions, pressInOptions } from '#ui/list/people-options.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import type { Author } from '../schema.ts'
import { text } from '../text.ts'

/** A maker in a form: a name and, for a member, their id. */
export type Maker = { name: string; id: string | null }

export const maker = {
  blank: { name: '', id: null } as Maker,
  of: (name: string | null, { madeBy }: { madeBy: Author | null }): Maker => ({
    name: madeBy?.name ?? name ?? '',
    id: madeBy?.id ?? null,
  }),
  show: ({ name }: Maker) => name,
}

/** Returns a form's input with the maker as the API takes it. */
export function withMakerId<I extends { maker: Maker }>({ maker, ...input }: I) {
  return { ...input, maker: maker.name, makerId: maker.id }
}

/** Returns the stored values of a form. Earlier releases stored the maker as a text. */
export function withMaker<V extends { maker: Maker }>(stored: Partial<V>): Partial<V> {
  const { maker } = stored as { maker?: unknown }
  return typeof maker === 'string' ? { ...stored, maker: { name: maker, id: null } } : stored
}

type Props = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  value: Maker
  onChange: (value: Maker) => void
  onBlur?: () => void
}

/** The number of letters from which members are offered, and how many of them. */
const lettersToSearch = 2
const mostOffered = 6

/** The maker's name. While it is typed, it offers members with that name, whose page the name then links to. */
export function MakerField({ label, hint, error, value, onChange, onBlur }: Props) {
  const id = useId()
  const [q, setQ] = useState('')
  const [at, setAt] = useState(-1)
  const results = useAnswer(['people', 'named', q], (options) => api.people.list({ q, limit: mostOffered }, options), {
    enabled: q.length >= lettersToSearch,
    retry: false,
  })
  const people = q.length >= lettersToSearch ? (results.data?.items ?? []) : []
  const active = people[at]

  function search(typed: string) {
    setQ(typed.trim())
    setAt(-1)
  }

  function choose({ id, name }: { id: string; name: string }) {
    onChange({ id, name })
    search('')
  }

  return (
    <div className="stack gap-2">
      <Field
        label={label}
        hint={value.id ? text.maker.linked : [hint, text.maker.hint].filter(Boolean).join(' ')}
        {...(error && { error })}
        optional
        id={`${id}-text`}
      >
        {(ids) => (
          <input
            type="text"
            maxLength={200}
            autoComplete="off"
            {...ids}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={people.length > 0}
            aria-controls={`${id}-people`}
            aria-activedescendant={active && `${id}-${active.id}`}
            value={value.name}
            onChange={({ target }) => {
              onChange({ name: target.value, id: null })
              search(target.value)
            }}
            onKeyDown={(event) =>
              pressInOptions(event, { options: people, at, onMove: setAt, onChoose: choose, onClose: () => search('') })
            }
            onBlur={() => {
              search('')
              onBlur?.()
            }}
          />
        )}
      </Field>
      <p className="sr" role="status">
        {people.length > 0 && text.maker.found(people.length)}
      </p>
      {people.length > 0 && (
        <PeopleOptions id={id} label={text.maker.people} people={people} active={active} onChoose={choose} />
      )}
    </div>
  )
}
