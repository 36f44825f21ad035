import { useEffect, useState } from 'react'
import { Button } from './button.tsx'

export type StepperProps = {
  /** What is counted, for screen readers; and the names of the two buttons. */
  label: string
  less: string
  more: string
  value: number
  max: number
  /** A whole number from 1 to `max`. */
  onChange: (value: number) => void
}

/** A small whole number: one less, one more, or typed. What is typed counts once the field is left, or at Enter. */
export function Stepper({ label, less, more, value, max, onChange }: StepperProps) {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const shown = Number(typed)

  function choose(next: number) {
    const whole = Math.min(Math.max(Math.round(next) || 1, 1), Math.max(max, 1))
    setTyped(String(whole))
    if (whole !== value) onChange(whole)
  }

  return (
    <fieldset className="stepper">
      <legend className="sr">{label}</legend>
      <Button variant="line" sq icon="minus" label={less} disabled={shown <= 1} onClick={() => choose(shown - 1)} />
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 4))}
        onBlur={() => choose(shown)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose(shown)
        }}
      />
      <Button variant="line" sq icon="plus" label={more} disabled={shown >= max} onClick={() => choose(shown + 1)} />
    </fieldset>
  )
}
