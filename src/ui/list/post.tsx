import type { ReactNode } from 'react'
import { classes, type Field } from '../field.ts'
import { Avatar } from './byline.tsx'
import { KindLabel, type KindLabelProps } from './labels.tsx'

export type PostProps = {
  /** Null for entries without an author, such as imported words. `href` is the author's page, if there is one. */
  by: { name: string; photo: string | null; href?: string | undefined } | null
  time: { label: string; dateTime: string }
  kind: KindLabelProps
  title: ReactNode
  /** One or two lines: a meaning, or a place and a time. */
  note?: ReactNode
  marks?: ReactNode
  /** A picture or a warning beside the text. */
  picture?: ReactNode
  /** The date of an event, before the text. */
  day?: ReactNode
  sound?: ReactNode
  action?: ReactNode
  /** Recordings and words are talk blocks in their colour. */
  talk?: Extract<Field, 'dusk' | 'maize'>
}

/** A compact card of the timeline: author, time and kind, then the title. The text is on the entry's own page. */
export function Post({ by, time, kind, title, note, marks, picture, day, sound, action, talk }: PostProps) {
  return (
    <article className={classes('post', talk && 'talk', talk)}>
      <header>
        {by && <Avatar name={by.name} photo={by.photo} />}
        <p className="grow">
          {by && <b className="break">{by.href ? <a href={by.href}>{by.name}</a> : by.name}</b>}
          <time dateTime={time.dateTime}>{time.label}</time>
        </p>
        <KindLabel {...kind} />
      </header>
      <div className="post-body">
        {day}
        <div className="grow">
          <h3>{title}</h3>
          {note && <p className="dim break">{note}</p>}
          {marks}
          {action && <p className="row">{action}</p>}
        </div>
        {picture && <div className="post-picture">{picture}</div>}
      </div>
      {sound}
    </article>
  )
}
