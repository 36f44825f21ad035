import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { Icon } from '../drawing/icon.tsx'
import { text } from '../text.ts'
import { pad } from './date-value.ts'

type TimePickerProps = {
  label: string
  /** A time as `hh:mm` on the 24-hour clock. */
  value: string
  onChange: (value: string) => void
}

/** Hours and minutes, typed or set with the arrow keys or with buttons that repeat while held. */
export function TimePicker({ label, value, onChange }: TimePickerProps) {
  const [hours = 0, minutes = 0] = value.split(':').map(Number)
  return (
    <fieldset className="time">
      <legend>{label}</legend>
      <Part
        unit={text.date.hours}
        size={24}
        value={hours}
        onChange={(next) => onChange(`${pad(next)}:${pad(minutes)}`)}
      />
      <span className="time-colon" aria-hidden="true">
        :
      </span>
      <Part
        unit={text.date.minutes}
        size={60}
        value={minutes}
        onChange={(next) => onChange(`${pad(hours)}:${pad(next)}`)}
      />
    </fieldset>
  )
}

type PartProps = { unit: string; size: number; value: number; onChange: (value: number) => void }

function Part({ unit, size, value, onChange }: PartProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // A held button must step from the current value, not from the value at the time of the press.
  const latest = useRef({ value, onChange })
  useEffect(() => {
    latest.current = { value, onChange }
  })
  function step(by: 1 | -1) {
    setTyped(null)
    const next = (latest.current.value + by + size) % size
    latest.current.value = next
    latest.current.onChange(next)
  }
  function type(typed: string) {
    const digits = typed.replace(/\D/g, '').slice(-2)
    setTyped(digits)
    if (digits !== '' && Number(digits) < size) onChange(Number(digits))
  }
  function arrows(event: KeyboardEvent) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    step(event.key === 'ArrowUp' ? 1 : -1)
  }
  return (
    <div className="time-part">
      <Step name={text.date.more(unit)} onStep={() => step(1)} />
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        role="spinbutton"
        aria-label={unit}
        aria-valuemin={0}
        aria-valuemax={size - 1}
        aria-valuenow={value}
        aria-valuetext={pad(value)}
        value={typed ?? pad(value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => setTyped(null)}
        onChange={(event) => type(event.target.value)}
        onKeyDown={arrows}
      />
      <Step name={text.date.less(unit)} down onStep={() => step(-1)} />
    </div>
  )
}

function Step({ name, down, onStep }: { name: string; down?: boolean; onStep: () => void }) {
  const release = useRef(() => {})
  useEffect(() => () => release.current(), [])
  function press(event: PointerEvent) {
    if (event.button !== 0) return
    release.current()
    release.current = holding(onStep)
  }
  const letGo = () => release.current()
  return (
    <button
      type="button"
      className="btn soft sq"
      aria-label={name}
      onPointerDown={press}
      onPointerUp={letGo}
      onPointerLeave={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      // A press by keyboard or screen reader has no pointer event; its `detail` is 0.
      onClick={(event) => event.detail === 0 && onStep()}
    >
      <Icon name="down" className={down ? undefined : 'turned'} />
    </button>
  )
}

/** Milliseconds until a held button repeats, and between two repetitions. */
const first = 500
const next = 100

/** Steps once, then repeatedly until the returned function is called. */
export function holding(step: () => void): () => void {
  step()
  let timer = setTimeout(function again() {
    step()
    timer = setTimeout(again, next)
  }, first)
  return () => clearTimeout(timer)
}
