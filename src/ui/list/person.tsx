import { initials } from '../data/formats.ts'
import { classes } from '../field.ts'

type PortraitProps = { name: string; photo?: string | null; uncropped?: boolean }

/** A photo or initials with the corner of a speech bubble. `uncropped` makes it larger. Put the name beside it. */
export function Portrait({ name, photo, uncropped }: PortraitProps) {
  return (
    <span className={classes('portrait', 'maize', uncropped && 'whole')} aria-hidden="true">
      {initials(name)}
      {photo && <img src={photo} alt="" width={240} height={240} loading={uncropped ? undefined : 'lazy'} />}
    </span>
  )
}

export type PersonTileProps = { href: string; name: string; photo?: string | null; note: string; level?: 2 | 3 }

/** A person in a `<ul className="people">`: photo, name and how much they shared. The whole tile is one link. */
export function PersonTile({ href, name, photo, note, level = 3 }: PersonTileProps) {
  const Heading = `h${level}` as const
  return (
    <li className="person">
      <Portrait name={name} photo={photo ?? null} />
      <div>
        <Heading>
          <a href={href}>{name}</a>
        </Heading>
        <p className="small dim">{note}</p>
      </div>
    </li>
  )
}
