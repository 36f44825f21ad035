import { type ComponentProps, type KeyboardEvent, type Ref, useState } from 'react'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'
import { Field, type FieldProps, separate } from './field.tsx'
import { withTag } from './tags.ts'

type InputProps = Pick<ComponentProps<'input'>, 'id' | 'name' | 'onBlur' | 'placeholder' | 'maxLength' | 'disabled'>

export type TagInputProps = FieldProps &
  InputProps & { value: readonly string[]; onChange: (tags: string[]) => void; ref?: Ref<HTMLInputElement> }

/**
 * Tags as removable chips; Enter adds one. Text that is typed but not yet entered belongs to the value, too, so that
 * submitting immediately doesn't lose it. In react-hook-form use a `Controller`.
 */
export function TagInput(props: TagInputProps) {
  const { frame, control } = separate(props)
  const { value, onChange, placeholder, ...input } = control
  const [{ chips, typed }, setEntry] = useState({ chips: [...value], typed: '' })
  // The form has set other tags, such as none after posting.
  if (!isSame(withTag(chips, typed), value)) setEntry({ chips: [...value], typed: '' })
  function enter(chips: string[], typed: string) {
    setEntry({ chips, typed })
    onChange(withTag(chips, typed))
  }
  function addOnEnter(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    enter(withTag(chips, typed), '')
  }
  return (
    <Field {...frame}>
      {(ids) => (
        <>
          {chips.length > 0 && (
            <ul className="chips" aria-label={text.addedTags}>
              {chips.map((tag) => (
                <li key={tag} className="chip">
                  {tag}
                  <button
                    type="button"
                    aria-label={text.removeTag(tag)}
                    onClick={() => {
                      enter(
                        chips.filter((other) => other !== tag),
                        typed,
                      )
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
            onChange={(event) => enter(chips, event.target.value)}
            onKeyDown={addOnEnter}
          />
        </>
      )}
    </Field>
  )
}

function isSame(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((tag, at) => tag === others[at])
}
