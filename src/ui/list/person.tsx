import { Avatar } from './byline.tsx'

export type PersonTileProps = { href: string; name: string; photo?: string | null; note: string; level?: 2 | 3 }

/** A person in a `<ul className="people">`: photo, name and how much they shared. The whole tile is one link. */
export function PersonTile({ href, name, photo, note, level = 3 }: PersonTileProps) {
  const Heading = `h${level}` as const
  return (
    <li className="person">
      <Avatar name={name} photo={photo ?? null} huge />
      <div>
        <Heading>
          <a href={href}>{name}</a>
        </Heading>
        <p className="small dim">{note}</p>
      </div>
    </li>
  )
}
