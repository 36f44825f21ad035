import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { changePageOf, kindOf, pageOf } from '#content/entry/address.ts'
import { batchPage } from '#content/entry/explore-pages.ts'
import type { Brief } from '#content/entry/link/schema.ts'
import { BriefKind, lookOf, TitleText, talkOf } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { AuthorName } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { dayAndMonth, formatTime } from '#ui/data/formats.ts'
import { classes } from '#ui/field.ts'
import { Avatar, DayBlock } from '#ui/list/byline.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { soundOf } from '../page/sound.ts'
import type { Summary } from './schema.ts'

type EntryPostProps = {
  entry: Summary
  /** Day and hours of an event. */
  when?: string | undefined
  action?: ReactNode
}

/**
 * An entry of any type as a compact card of the timeline: author, time and kind, then the title, which leads to the page
 * where members read it.
 */
export function EntryPost({ entry, when, action }: EntryPostProps) {
  const setting = useDateSetting()
  const { kind, author, credit, title, cover, deceased, startDate, gloss, place } = entry
  const at = entry.publishedAt ?? entry.createdAt
  const talk = talkOf(entry)
  const note = [gloss, credit, place, when].filter(Boolean).join(', ')
  return (
    <article className={classes('post', talk && 'talk', talk)}>
      <header>
        {author && <Avatar name={author.name} photo={author.avatar} />}
        <p className="grow">
          {author && (
            <b className="break">
              <AuthorName author={author} />
            </b>
          )}
          <time dateTime={at}>{formatTime(at, setting)}</time>
        </p>
        <BriefKind kind={kind} />
      </header>
      <div className="post-body">
        {startDate && <DayBlock {...dayAndMonth(startDate)} />}
        <div className="grow">
          <h3>
            <MemberTitle entry={entry} />
          </h3>
          {note && <p className="dim break">{note}</p>}
          <LabelMarks entry={entry} />
          {action && <p className="row">{action}</p>}
        </div>
        {!deceased && cover && cover.kind !== 'audio' && (
          <div className="post-picture">
            <CardPicture entry={entry} picture={cover} field={lookOf(kind).field} look="tall" sizes={postSizes} />
          </div>
        )}
      </div>
      {deceased && <WarningPlate look="round" />}
      {!deceased && kind === 'audio' && cover && <AudioPlayer {...soundOf({ ...cover, title })} />}
    </article>
  )
}

const postSizes = '(min-width: 600px) 168px, 92px'

/**
 * The title of an entry, with a link to where members read it: articles, media and events in the dashboard, everything
 * else on its public page. An import leads to the list of its entries.
 */
export function MemberTitle({ entry }: { entry: Brief }) {
  const title = <TitleText entry={entry} />
  if (entry.batch) return <a href={batchPage(entry.type, entry.batch.id)}>{title}</a>
  return kindOf(entry.type)?.changedInPlace ? (
    <Link to={changePageOf(entry)}>{title}</Link>
  ) : (
    <a href={pageOf(entry)}>{title}</a>
  )
}
