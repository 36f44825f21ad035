import { Link } from 'react-router'
import { changePageOf, kindOf, pageOf } from '#content/entry/address.ts'
import { batchPage } from '#content/entry/explore-pages.ts'
import { kindName } from '#content/entry/kind-names.ts'
import type { Brief } from '#content/entry/link/schema.ts'
import { lookOf, TitleText } from '#content/entry/list/brief.tsx'
import { CardPicture } from '#content/entry/list/card-picture.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { dayAndMonth, formatTime } from '#ui/data/formats.ts'
import { DayBlock } from '#ui/list/byline.tsx'
import { Post, type PostProps } from '#ui/list/post.tsx'
import { AudioPlayer } from '#ui/media/audio-player.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { soundOf } from '../page/player.tsx'
import type { Summary } from './schema.ts'

type EntryPostProps = {
  entry: Summary
  /** Day and hours of an event. */
  when?: string | undefined
  action?: PostProps['action']
}

/** An entry of any type as a card of the timeline. It leads to the page where members read it. */
export function EntryPost({ entry, when, action }: EntryPostProps) {
  const setting = useDateSetting()
  const { kind, author, credit, title, cover, deceased, startDate, gloss, place } = entry
  const at = entry.publishedAt ?? entry.createdAt
  const look = lookOf(kind)
  const inLanguage = kindOf(entry.type)?.titleInLanguage
  const isRecording = kind === 'audio'
  const picture = !deceased && cover && cover.kind !== 'audio' ? cover : null
  return (
    <Post
      by={author && bylineOf(author, '')}
      time={{ label: formatTime(at, setting), dateTime: at }}
      kind={{ ...look, label: kindName(kind) }}
      talk={inLanguage ? 'maize' : isRecording ? 'dusk' : undefined}
      title={<MemberTitle entry={entry} />}
      note={[gloss, credit, place, when].filter(Boolean).join(', ')}
      marks={<LabelMarks entry={entry} />}
      day={startDate && <DayBlock {...dayAndMonth(startDate)} />}
      picture={
        picture && <CardPicture entry={entry} picture={picture} field={look.field} look="tall" sizes={postSizes} />
      }
      sound={
        deceased ? (
          <WarningPlate look="round" />
        ) : (
          isRecording && cover && <AudioPlayer {...soundOf({ ...cover, title })} />
        )
      }
      action={action}
    />
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
