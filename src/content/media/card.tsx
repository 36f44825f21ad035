import { useState } from 'react'
import { BriefKind } from '#content/entry/list/brief.tsx'
import { EntryCard } from '#content/entry/list/card.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { truncate } from '#text/truncate.ts'
import { type DateSetting, formatDate } from '#ui/data/formats.ts'
import { Byline } from '#ui/list/byline.tsx'
import { TagList } from '#ui/list/labels.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { kind } from './kind.ts'
import { fileOf, MediaPlayer } from './page/player.tsx'
import type { Media } from './schema.ts'
import { text } from './text.ts'

/** Long descriptions are cut at this many characters (spec 4.3). */
const clampAt = 100

/** A picture, video or recording in a list, with title, description, tags, uploader and date. */
export function MediaCard({ media, level = 3 }: { media: Media; level?: 2 | 3 }) {
  const { title, description, tags } = media
  const setting = useDateSetting()
  return (
    <EntryCard
      entry={media}
      kind={kind}
      label={<BriefKind kind={media.type.toLowerCase()} />}
      title={title}
      level={level}
      picture={<MediaPlayer file={fileOf(media)} title={title} sizes="(min-width: 900px) 420px, 100vw" />}
      tags={<TagList tags={tags} />}
      byline={<MediaByline media={media} setting={setting} />}
    >
      {description && <Description title={title}>{description}</Description>}
    </EntryCard>
  )
}

/** The people who speak in a recording. Nobody is named before the warning that someone in it has died. */
export function MediaSpeakers({ media: { speakers, deceased } }: { media: Pick<Media, 'speakers' | 'deceased'> }) {
  if (speakers.length === 0 || deceased) return null
  return (
    <p className="strong break">
      {text.facts.speakers(speakers.length)}: {speakers.join(', ')}
    </p>
  )
}

export function MediaByline({ media: { uploader, uploadedAt }, setting }: { media: Media; setting?: DateSetting }) {
  return <Byline {...bylineOf(uploader, text.anonymous)} date={formatDate(uploadedAt, setting)} dateTime={uploadedAt} />
}

/** Shows the first 100 characters, and the rest on demand. */
function Description({ title, children }: { title: string; children: string }) {
  const [expanded, setExpanded] = useState(false)
  const long = [...children].length > clampAt
  return (
    <div className="stack gap-1">
      <p className="lines">{long && !expanded ? truncate(children, clampAt) : children}</p>
      {long && (
        <p>
          <button
            type="button"
            className="btn text flush"
            aria-expanded={expanded}
            onClick={() => setExpanded(!expanded)}
          >
            {expanded ? text.less : text.more}
            <span className="sr">{text.moreOf(title)}</span>
          </button>
        </p>
      )}
    </div>
  )
}
