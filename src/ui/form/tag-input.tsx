import { type ComponentProps, type KeyboardEvent, type Ref, useState } from 'react'
import { Icon } from '../icon.tsx'
import { text } from '../text.ts'
import { Field, type FieldProps } from './field.tsx'

/** The tags with one more, trimmed; unchanged when there is nothing to add or it is there already. */
export function withTag(tags: readonly string[], typed: string): string[] {
  const tag = typed.trim()
  return tag === '' || tags.includes(tag) ? [...tags] : [...tags, tag]
}

type InputProps = Pick<ComponentProps<'input'>, 'id' | 'name' | 'onBlur' | 'placeholder' | 'maxLength' | 'disabled'>

export type TagInputProps = FieldProps &
  InputProps & { value: readonly string[]; onChange: (tags: string[]) => void; ref?: Ref<HTMLInputElement> }

/** Words to find an entry by: Enter adds, each chip can be taken away. For react-hook-form use it in a `Controller`. */
export function TagInput({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  value,
  onChange,
  placeholder,
  ...input
}: TagInputProps) {
  const [typed, setTyped] = useState('')
  function addOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onChange(withTag(value, typed))
    setTyped('')
  }
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} id={id}>
      {(ids) => (
        <>
          {value.length > 0 && (
            <ul className="chips" aria-label={text.addedTags}>
              {value.map((tag) => (
                <li key={tag} className="chip">
                  {tag}
                  <button
                    type="button"
                    aria-label={text.removeTag(tag)}
                    onClick={() => {
                      onChange(value.filter((other) => other !== tag))
                      document.getElementById(ids.id)?.focus()
                    }}
                  >
                    <Icon name="x" />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...input}
            {...ids}
            type="text"
            enterKeyHint="enter"
            placeholder={placeholder ?? text.tagHint}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={addOnEnter}
          />
        </>
      )}
    </Field>
  )
}
