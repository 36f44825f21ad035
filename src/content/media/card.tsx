import { useState } from 'react'
import { Link } from 'react-router'
import { Byline } from '#ui/byline.tsx'
import { Card } from '#ui/card.tsx'
import { formatDate } from '#ui/formats.ts'
import type { IconName } from '#ui/icon.tsx'
import { KindLabel, StatusPill, TagList } from '#ui/labels.tsx'
import { useDateSetting } from '#web/preferences.ts'
import { WarningPlate } from '../entry/covered.tsx'
import { LabelMarks } from '../entry/labels.tsx'
import { fileOf, MediaPlayer } from './player.tsx'
import type { Media } from './schema.ts'
import { text } from './text.ts'

/** Spec §9. */
const clampAt = 100
const icons: Record<Media['type'], IconName> = { IMAGE: 'photo', VIDEO: 'video', AUDIO: 'mic' }

/** A picture, video or recording in a list (spec §2): itself, title, description, tags, uploader and date. */
export function MediaCard({ media, level }: { media: Media; level?: 2 | 3 }) {
  const { id, title, description, tags, uploader, uploadedAt } = media
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
      byline={
        <Byline
          name={uploader?.name ?? text.anonymous}
          photo={uploader?.avatar}
          date={formatDate(uploadedAt, setting)}
          dateTime={uploadedAt}
        />
      }
    >
      {description && <Description title={title}>{description}</Description>}
      <LabelMarks entry={media} />
    </Card>
  )
}

/** Its kind, and what sets it apart from what everybody sees. */
export function MediaKind({
  media: { type, state, visibility },
}: {
  media: Pick<Media, 'type' | 'state' | 'visibility'>
}) {
  return (
    <>
      <KindLabel kind="media" icon={icons[type]} label={text.types[type]} />{' '}
      {state === 'draft' && <StatusPill field="maize">{text.draft}</StatusPill>}
      {state === 'hidden' && <StatusPill field="ochre">{text.hidden}</StatusPill>}
      {visibility === 'keepers' && <StatusPill field="dusk">{text.keepersOnly}</StatusPill>}
    </>
  )
}

/** Cut after 100 characters, the rest on demand. */
function Description({ title, children }: { title: string; children: string }) {
  const [whole, setWhole] = useState(false)
  const characters = [...children]
  const long = characters.length > clampAt
  return (
    <div className="stack gap-1">
      <p className="lines">{long && !whole ? `${characters.slice(0, clampAt).join('').trimEnd()}…` : children}</p>
      {long && (
        <p>
          <button type="button" className="btn text flush" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole ? text.less : text.more}
            <span className="sr">{text.moreOf(title)}</span>
          </button>
        </p>
      )}
    </div>
  )
}
