import { type ReactNode, useId } from 'react'
import { Icon } from '../icon.tsx'
import { text } from '../text.ts'

export type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** The sentence below the control; it marks the control as invalid. */
  error?: string
  optional?: boolean
  /** Beside the label: one small link. */
  aside?: ReactNode
}

/** What a control needs to belong to its label, hint and error. */
type ControlIds = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }

/** Label, control, hint and error, tied together; the control gets its ids by a function. */
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

type FieldFrameProps = FieldProps & { id?: string; children: (ids: ControlIds) => ReactNode }

/** The sentence below a control that says what to change. */
export function FieldError({ id, message }: { id?: string; message?: string }) {
  if (!message) return null
  return (
    <p className="err" id={id}>
      <Icon name="alert" />
      <span>{message}</span>
    </p>
  )
}
