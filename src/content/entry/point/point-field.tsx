import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FieldError } from '#ui/form/field.tsx'
import { Checkbox, TextField } from '#ui/form/text-field.tsx'
import { api } from '#web/api.ts'
import { NewPoint } from '../schema.ts'
import { text } from '../text.ts'

type Value = NewPoint | null
type PointFieldProps = {
  value: Value
  onChange: (point: Value) => void
  /** The entry that is edited. Its author and keepers are shown the exact position of a blurred point. */
  entryId?: string | undefined
}

export const point = {
  blank: null as Value,
  show: (point: Value) => (point ? `${formatDegrees(point.latitude)}, ${formatDegrees(point.longitude)}` : ''),
}

/** A position in degrees, typed, pasted or read from the device. Anything else is refused when the form is sent. */
export function PointField({ value, onChange, entryId }: PointFieldProps) {
  const words = text.point
  const [typed, setTyped] = useState(() => ({
    latitude: formatDegrees(value?.latitude),
    longitude: formatDegrees(value?.longitude),
  }))
  const [looking, setLooking] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)
  const touched = useRef(false)
  const first = useRef(onChange)
  const blurred = value?.blurred ?? false
  const loadedId = entryId !== undefined && blurred ? entryId : undefined

  useEffect(() => {
    if (!loadedId) return
    let cancelled = false
    api.entry
      .point({ id: loadedId })
      .then(({ point }) => {
        if (cancelled || touched.current || !point) return
        setTyped({ latitude: formatDegrees(point.latitude), longitude: formatDegrees(point.longitude) })
        first.current(point)
      })
      // If this fails, the form sends the blurred point back unchanged, which changes nothing.
      .catch(() => {})
    return () => {
      cancelled = true
    }
  }, [loadedId])

  function change(next: { latitude: string; longitude: string }, blur = blurred) {
    touched.current = true
    setTyped(next)
    setTrouble(null)
    const empty = next.latitude.trim() === '' && next.longitude.trim() === ''
    onChange(empty ? null : { latitude: degrees(next.latitude), longitude: degrees(next.longitude), blurred: blur })
  }

  function lookUp() {
    setTrouble(null)
    setLooking(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLooking(false)
        change({ latitude: coords.latitude.toFixed(5), longitude: coords.longitude.toFixed(5) })
      },
      () => {
        setLooking(false)
        setTrouble(words.notFound)
      },
      { enableHighAccuracy: true, timeout: 20_000 },
    )
  }

  const wrong = value !== null && !NewPoint.safeParse(value).success
  return (
    <fieldset className="stack gap-3">
      <legend>{words.legend}</legend>
      <p className="small dim">{words.hint}</p>
      <div className="grid g2 gap-3">
        <TextField
          label={words.latitude}
          inputMode="text"
          autoComplete="off"
          placeholder="1.0234"
          value={typed.latitude}
          onChange={({ target }) => change(pasted(target.value) ?? { ...typed, latitude: target.value })}
        />
        <TextField
          label={words.longitude}
          inputMode="text"
          autoComplete="off"
          placeholder="35.5123"
          value={typed.longitude}
          onChange={({ target }) => change({ ...typed, longitude: target.value })}
        />
      </div>
      <p>
        <Button variant="line" icon="pin" busy={looking} onClick={lookUp}>
          {words.here}
        </Button>
      </p>
      {value && (
        <Checkbox label={words.blur} checked={blurred} onChange={({ target }) => change(typed, target.checked)} />
      )}
      <FieldError message={trouble ?? (wrong ? words.wrong : undefined)} />
    </fieldset>
  )
}

function formatDegrees(degrees: number | null | undefined): string {
  return degrees === null || degrees === undefined || Number.isNaN(degrees) ? '' : String(degrees)
}

/** Returns the degrees in a text, or NaN if it is not a number. Accepts a decimal comma. */
function degrees(typed: string): number {
  const value = typed.trim().replace(',', '.')
  return value === '' ? Number.NaN : Number(value)
}

/** Reads both coordinates from one text, as maps copy them: "1.0234, 35.5123". Returns null for other texts. */
function pasted(typed: string) {
  const [, latitude, longitude] = /^\s*(-?\d+\.\d+)\s*[,;\s]\s*(-?\d+\.\d+)\s*$/.exec(typed) ?? []
  return latitude && longitude ? { latitude, longitude } : null
}
