import type { ReactNode } from 'react'
import { classes, type Field } from './field.ts'
import { initials } from './formats.ts'

export type AvatarProps = { name: string; photo?: string | null; field?: Field; big?: boolean; huge?: boolean }

/** A face, or initials, in a block with the talk corner; the name stands beside it. */
export function Avatar({ name, photo, field = 'maize', big, huge }: AvatarProps) {
  return (
    <span className={classes('av', field, big && 'big', huge && 'huge')} aria-hidden="true">
      {initials(name)}
      {photo && <img src={photo} alt="" width={huge ? 128 : 48} height={huge ? 128 : 48} loading="lazy" />}
    </span>
  )
}

/** Who said it and when; `date` comes written out, `dateTime` for machines. */
export function Byline({ name, photo, field, date, dateTime }: BylineProps) {
  return (
    <p className="by">
      <Avatar name={name} photo={photo} field={field} />
      <span>
        <b>{name}</b>
        {date && (
          <>
            <br />
            <time className="dim" dateTime={dateTime}>
              {date}
            </time>
          </>
        )}
      </span>
    </p>
  )
}

export type BylineProps = AvatarProps & { date?: string; dateTime?: string }

/** The date of an event as a block: "28" over "Nov". */
export function DayBlock({ day, month, field = 'acacia' }: { day: ReactNode; month: ReactNode; field?: Field }) {
  return (
    <p className={classes('day', field)}>
      <b>{day}</b>
      {month}
    </p>
  )
}
