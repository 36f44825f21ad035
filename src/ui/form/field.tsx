import { type ReactNode, useId } from 'react'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Shown below the control, which is then marked invalid. */
  error?: string
  optional?: boolean
  /** A small link or button beside the label. */
  aside?: ReactNode
}

/** Attributes that connect a control to its label, hint and error. */
type ControlIds = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Connects a label, control, hint and error. The control gets its ids through a function. */
export function Field({ label, hint, error, optional, aside, id, children }: FieldFrameProps) {
  const own = useId()
  const controlId = id ?? own
  const hintId = hint ? `${controlId}-hint` : undefined
  const errorId = error ? `${controlId}-error` : undefined
  const name = (
    <label htmlFor={controlId}>
      {label} {optional && <span className="optional">{text.optional}</span>}
    </label>
  )
  return (
    <div className="f">
      {aside ? (
        <div className="row split gap-0">
          {name}
          {aside}
        </div>
      ) : (
        name
      )}
      {children({
        id: controlId,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p className="small dim" id={hintId}>
          {hint}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** Separates what `Field` shows from the attributes of its control. */
export function separate<T extends FieldProps & { id?: string }>(props: T) {
  const { label, hint, error, optional, aside, id, ...control } = props
  return { frame: { label, hint, error, optional, aside, id }, control }
}

type FieldFrameProps = FieldProps & { id?: string; children: (ids: ControlIds) => ReactNode }

export function FieldError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      <span>{message}</span>
    </p>
  )
}
