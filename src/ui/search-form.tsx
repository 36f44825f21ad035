import { type ComponentProps, type FormEvent, useId } from 'react'
import { Icon } from './drawing/icon.tsx'
import { classes } from './field.ts'
import { text } from './text.ts'

export type SearchFormProps = Omit<ComponentProps<'form'>, 'children' | 'onChange' | 'onSubmit'> & {
  label: string
  placeholder?: string
  defaultValue?: string
  /** True for a field in which the page begins. */
  focused?: boolean
  /** Hidden fields that are sent along, such as a chosen kind. */
  also?: Record<string, string> | undefined
  /** Called with the search words where React runs, instead of sending the form. */
  onSearch?: (q: string) => void
}

/** A plain GET form, so that search works without JavaScript and the search words are part of the address. */
export function SearchForm({
  label,
  placeholder,
  defaultValue,
  focused,
  also = {},
  className,
  onSearch,
  ...form
}: SearchFormProps) {
  const id = useId()
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch?.(String(new FormData(event.currentTarget).get('q') ?? ''))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: not all of our readers’ browsers support <search>
    <form
      aria-label={label}
      {...form}
      className={classes('find', className)}
      role="search"
      onSubmit={onSearch && search}
    >
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input
        className="q"
        id={id}
        name="q"
        type="search"
        placeholder={placeholder}
        defaultValue={defaultValue}
        // biome-ignore lint/a11y/noAutofocus: only where searching is all that the page is for
        autoFocus={focused}
      />
      {Object.entries(also).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button className="btn" type="submit">
        <Icon name="search" />
        {/* Phones show only the icon. */}
        <span>{text.search}</span>
      </button>
    </form>
  )
}
