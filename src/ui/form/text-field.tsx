import { type ComponentProps, type ReactNode, useState } from 'react'
import { text } from '../text.ts'
import { Field, type FieldProps, separate } from './field.tsx'

/** A single-line text field; spread react-hook-form's `register(name)` on it. */
export function TextField(props: FieldProps & ComponentProps<'input'>) {
  const { frame, control } = separate(props)
  return <Field {...frame}>{(ids) => <input type="text" {...control} {...ids} />}</Field>
}

export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { frame, control } = separate(props)
  return <Field {...frame}>{(ids) => <textarea rows={5} {...control} {...ids} />}</Field>
}

/** A native select; pass the options as children. */
export function SelectField(props: FieldProps & ComponentProps<'select'>) {
  const { frame, control } = separate(props)
  return <Field {...frame}>{(ids) => <select {...control} {...ids} />}</Field>
}

type PasswordFieldProps = FieldProps & ComponentProps<'input'> & { shown?: boolean }

/**
 * A password field with a checkbox that shows the password. One checkbox of the form can do so for several fields, which
 * then get `shown`.
 */
export function PasswordField({ label, hint, error, aside, id, shown, ...input }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <div>
      <Field label={label} hint={hint} error={error} aside={aside} id={id}>
        {(ids) => (
          <input
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...input}
            type={(shown ?? visible) ? 'text' : 'password'}
            {...ids}
          />
        )}
      </Field>
      {shown === undefined && (
        <Checkbox label={text.showPassword} checked={visible} onChange={() => setVisible(!visible)} data-shows />
      )}
    </div>
  )
}

export function Checkbox({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="check">
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  )
}

/** A radio button; put several in a fieldset with a legend. */
export function Radio({ label, ...input }: { label: ReactNode } & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <label className="check">
      <input {...input} type="radio" />
      <span>{label}</span>
    </label>
  )
}
