import type { ReactNode } from 'react'
import { classes, type Field } from '../field.ts'
import { Avatar, DayBlock } from './byline.tsx'
import { KindLabel, type KindLabelProps } from './labels.tsx'

export type TileProps = {
  as?: 'article' | 'li' | 'div'
  /** The page that the whole tile leads to. Buttons and players are layered above this link. */
  href: string
  title: ReactNode
  level?: 2 | 3 | 4
  kind?: Omit<KindLabelProps, 'quiet'>
  /** A talk tile in this colour, without a picture: for recordings and words. */
  talk?: Extract<Field, 'dusk' | 'maize'>
  /** True to take up two places of the grid. */
  wide?: boolean
  /** Shown in 4:3, such as a `.pic.tall` or a warning in its place. */
  picture?: ReactNode
  /** The date of an event: "28" above "Nov". */
  day?: { day: string; month: string } | undefined
  /** Shown below the title: a meaning, or a place and a time. */
  note?: ReactNode
  /** Marks such as labels. */
  marks?: ReactNode
  by?: { name: string; photo?: string | null | undefined; href?: string | undefined } | null
  /** A player, or a warning in its place. */
  sound?: ReactNode
  action?: ReactNode
}

/**
 * An entry in a `<ul className="tiles">`: picture or colour, kind, title, note and author. The whole tile is one link.
 */
export function Tile({ as: Element = 'li', talk, wide, picture, kind, day, sound, action, marks, ...rest }: TileProps) {
  const { by } = rest
  const hasFace = talk && by && !picture
  return (
    <Element className={classes('tile', talk && 'talk', talk, wide && 'span2')}>
      {picture}
      <div className="in">
        {kind && (
          <p>
            <KindLabel {...kind} />
          </p>
        )}
        {day && <DayBlock {...day} />}
        {hasFace ? (
          <div className="said">
            <Avatar name={by.name} photo={by.photo ?? null} huge />
            <TileText {...rest} note={<SaidBy by={by} note={rest.note} />} />
          </div>
        ) : (
          <TileText {...rest} />
        )}
        {marks}
        {by && !hasFace && (
          <p className="by">
            <Avatar name={by.name} photo={by.photo ?? null} />
            <span>
              <Name by={by} />
            </span>
          </p>
        )}
        {sound}
        {action && <p className="end">{action}</p>}
      </div>
    </Element>
  )
}

type By = NonNullable<TileProps['by']>

function Name({ by }: { by: By }) {
  return by.href ? <a href={by.href}>{by.name}</a> : by.name
}

/** The name of the person who speaks, before the note of the tile. */
function SaidBy({ by, note }: { by: By; note: ReactNode }) {
  return (
    <>
      <Name by={by} />
      {note && ', '}
      {note}
    </>
  )
}

function TileText({ href, title, level = 3, note }: Pick<TileProps, 'href' | 'title' | 'level' | 'note'>) {
  const Heading = `h${level}` as const
  return (
    <div className="text">
      <Heading>
        <a href={href}>{title}</a>
      </Heading>
      {note && <p className="note-line">{note}</p>}
    </div>
  )
}
