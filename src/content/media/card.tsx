import { useState } from 'react'
import { Link } from 'react-router'
import { kindName } from '#content/entry/kind-names.ts'
import { bylineOf } from '#content/entry/page/author.tsx'
import { LabelMarks } from '#content/entry/visibility/labels.tsx'
import { WarningPlate } from '#content/entry/visibility/warning.tsx'
import { truncate } from '#text/truncate.ts'
import { type DateSetting, formatDate } from '#ui/data/formats.ts'
import type { IconName } from '#ui/drawing/icon.tsx'
import { Byline } from '#ui/list/byline.tsx'
import { Card } from '#ui/list/card.tsx'
import { KindLabel, StatusPill, TagList } from '#ui/list/labels.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { kind } from './kind.ts'
import { fileOf, MediaPlayer } from './page/player.tsx'
import type { Media } from './schema.ts'
import { text } from './text.ts'

/** Long descriptions are cut at this many characters (spec 4.3). */
const clampAt = 100
const icons: Record<Media['type'], IconName> = { IMAGE: 'photo', VIDEO: 'video', AUDIO: 'mic' }

/** A picture, video or recording in a list, with title, description, tags, uploader and date. */
export function MediaCard({ media, level }: { media: Media; level?: 2 | 3 }) {
  const { id, title, description, tags } = media
  const setting = useDateSetting()
  return (
    <Card
      level={level}
      picture={
        media.deceased ? (
          <WarningPlate />
        ) : (
          <MediaPlayer file={fileOf(media)} title={title} sizes="(min-width: 900px) 420px, 100vw" />
        )
      }
      kind={<MediaKind media={media} />}
      title={<Link to={`/dashboard/media/${id}`}>{title}</Link>}
      tags={<TagList tags={tags} />}
      byline={<MediaByline media={media} setting={setting} />}
    >
      {description && <Description title={title}>{description}</Description>}
      <LabelMarks entry={media} />
    </Card>
  )
}

/** The member who uploaded a file, and the date. */
export function MediaByline({ media: { uploader, uploadedAt }, setting }: { media: Media; setting?: DateSetting }) {
  return <Byline {...bylineOf(uploader, text.anonymous)} date={formatDate(uploadedAt, setting)} dateTime={uploadedAt} />
}

/** The kind of media, and a mark if it is a draft, hidden or for keepers only. */
export function MediaKind({ media: { type, state, visibility } }: { media: Media }) {
  return (
    <>
      <KindLabel {...kind.look} icon={icons[type]} label={kindName(type.toLowerCase())} />{' '}
      {state === 'draft' && <StatusPill field="maize">{text.draft}</StatusPill>}
      {state === 'hidden' && <StatusPill field="ochre">{text.hidden}</StatusPill>}
      {visibility === 'keepers' && <StatusPill field="dusk">{text.keepersOnly}</StatusPill>}
    </>
  )
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
