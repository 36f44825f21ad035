import type { Point } from './schema.ts'
import { text } from './text.ts'

/** Where it is, as a link that the phone's own map opens (RFC 5870); how far off it may be, where it is blurred. */
export function Whereabouts({ point: { latitude, longitude, accuracy } }: { point: Point }) {
  const place = `${latitude},${longitude}`
  return (
    <>
      <a href={accuracy === null ? `geo:${place}` : `geo:${place};u=${accuracy}`}>
        {latitude}, {longitude}
      </a>
      {accuracy !== null && <span className="small dim"> {text.point.around(accuracy / 1000)}</span>}
    </>
  )
}
