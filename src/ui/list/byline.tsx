import type { ReactNode } from 'react'
import { initials } from '../data/formats.ts'
import { classes, type Field } from '../field.ts'

export type AvatarProps = { name: string; photo?: string | null; big?: boolean; huge?: boolean; eager?: boolean }

const fields: readonly Field[] = ['maize', 'acacia', 'dusk', 'ochre']

/** Returns one of the four colours for a name, so that people without a photo differ. */
function fieldOf(name: string): Field | undefined {
  const sum = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)
  return fields[sum % fields.length]
}

/** A photo or initials; put the name beside it. `eager` loads the photo immediately. */
export function Avatar({ name, photo, big, huge, eager }: AvatarProps) {
  const size = huge ? 128 : 48
  return (
    <span className={classes('av', fieldOf(name), big && 'big', huge && 'huge')} aria-hidden="true">
      {initials(name)}
      {photo && <img src={photo} alt="" width={size} height={size} loading={eager ? undefined : 'lazy'} />}
    </span>
  )
}

/** Author and date. `date` is formatted for readers, `dateTime` is for machines, `href` is the author's page. */
export function Byline({ name, photo, href, date, dateTime }: BylineProps) {
  return (
    <p className="by">
      <Avatar name={name} photo={photo} />
      <span>
        <b>{href ? <a href={href}>{name}</a> : name}</b>
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

export type BylineProps = Pick<AvatarProps, 'name' | 'photo'> & { href?: string; date?: string; dateTime?: string }

/** The date of an event as a block: "28" above "Nov". */
export function DayBlock({ day, month, field = 'acacia' }: { day: ReactNode; month: ReactNode; field?: Field }) {
  return (
    <p className={classes('day', field)}>
      <b>{day}</b>
      {month}
    </p>
  )
}
