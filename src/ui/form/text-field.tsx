import { type ComponentProps, type ReactNode, useState } from 'react'
import { text } from '../text.ts'
import { Field, type FieldProps } from './field.tsx'

/** One line of text; spread react-hook-form's `register(name)` on it. */
export function TextField({ label, hint, error, optional, aside, id, ...input }: FieldProps & ComponentProps<'input'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} id={id}>
      {(ids) => <input type="text" {...input} {...ids} />}
    </Field>
  )
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  ...area
}: FieldProps & ComponentProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} id={id}>
      {(ids) => <textarea rows={5} {...area} {...ids} />}
    </Field>
  )
}

/** One of a few: the phone's own list. Options come as children. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  ...select
}: FieldProps & ComponentProps<'select'>) {
  return (
    <Field label={label} hint={hint} error={error} optional={optional} aside={aside} id={id}>
      {(ids) => <select {...select} {...ids} />}
    </Field>
  )
}

/** A password that its owner can look at. */
export function PasswordField({ label, hint, error, aside, id, ...input }: FieldProps & ComponentProps<'input'>) {
  const [shown, setShown] = useState(false)
  return (
    <div>
      <Field label={label} hint={hint} error={error} aside={aside} id={id}>
        {(ids) => (
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            type={shown ? 'text' : 'password'}
            {...ids}
          />
        )}
      </Field>
      <Checkbox label={text.showPassword} checked={shown} onChange={() => setShown(!shown)} />
    </div>
  )
}

/** A box to tick, with its words beside it. */
export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}

/** One choice of several; put them in a fieldset with a legend. */
export function Radio({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="check">
      <input {...input} type="radio" />
      <span>{label}</span>
    </label>
  )
}
