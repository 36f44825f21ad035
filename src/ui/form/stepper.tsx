import { useEffect, useState } from 'react'
import { Button } from '../button.tsx'

export type StepperProps = {
  /** Accessible names of the number and of the two buttons. */
  label: string
  fewer: string
  more: string
  value: number
  max: number
  /** Called with a whole number from 1 to `max`. */
  onChange: (value: number) => void
}

/** A small whole number with buttons for one less and one more. A typed number takes effect on blur or Enter. */
export function Stepper({ label, fewer, more, value, max, onChange }: StepperProps) {
  const [typed, setTyped] = useState(String(value))
  useEffect(() => setTyped(String(value)), [value])
  const quantity = Number(typed)

  function choose(next: number) {
    const rounded = Math.min(Math.max(Math.round(next) || 1, 1), Math.max(max, 1))
    setTyped(String(rounded))
    if (rounded !== value) onChange(rounded)
  }

  return (
    <fieldset className="stepper">
      <legend className="sr">{label}</legend>
      <Button
        variant="line"
        sq
        icon="minus"
        label={fewer}
        disabled={quantity <= 1}
        onClick={() => choose(quantity - 1)}
      />
      <input
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value.replace(/\D/g, '').slice(0, 4))}
        onBlur={() => choose(quantity)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          choose(quantity)
        }}
      />
      <Button
        variant="line"
        sq
        icon="plus"
        label={more}
        disabled={quantity >= max}
        onClick={() => choose(quantity + 1)}
      />
    </fieldset>
  )
}
