import type { Point } from '../schema.ts'
import { text } from '../text.ts'

/** The position as a link that opens the phone's map (RFC 5870), with the possible error of a blurred point. */
export function MapLink({ point: { latitude, longitude, accuracy } }: { point: Point }) {
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
