import { type ComponentProps, useId } from 'react'
import { Icon } from './icon.tsx'

export type SearchFormProps = Omit<ComponentProps<'form'>, 'children' | 'onChange'> & {
  label: string
  /** The word on the button; on a phone the icon stands alone. */
  submit: string
  name?: string
  placeholder?: string
  defaultValue?: string
  /** What is sent along, such as a chosen kind. */
  also?: Record<string, string> | undefined
}

/** Search as a plain GET form, so it works before any script and its words live in the address. */
export function SearchForm({
  label,
  submit,
  name = 'q',
  placeholder,
  defaultValue,
  also = {},
  className,
  ...form
}: SearchFormProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the phones of today's readers do not all know <search>
    <form aria-label={label} {...form} className={className ? `find ${className}` : 'find'} role="search">
      <label className="sr" htmlFor={id}>
        {label}
      </label>
      <input className="q" id={id} name={name} type="search" placeholder={placeholder} defaultValue={defaultValue} />
      {Object.entries(also).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
      <button className="btn" type="submit">
        <Icon name="search" />
        <span>{submit}</span>
      </button>
    </form>
  )
}
