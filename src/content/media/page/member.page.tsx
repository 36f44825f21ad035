import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { HiddenNote } from '#content/entry/moderation/hidden-note.tsx'
import { Oversight } from '#content/entry/moderation/oversight.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { Editing, MemberPage, RemoveEntry } from '#content/entry/page/member-page.tsx'
import { offers } from '#content/entry/policy.ts'
import { ReportButton } from '#content/entry/report/button.tsx'
import { LabelNote } from '#content/entry/visibility/labels.tsx'
import { UnlistedNote } from '#content/entry/visibility/unlisted-note.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { formatBytes, formatDate } from '#ui/data/formats.ts'
import { Byline } from '#ui/list/byline.tsx'
import { StatusPill } from '#ui/list/labels.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { MediaKind } from '../card.tsx'
import { Comments } from '../comment/page/comments.tsx'
import { MediaForm } from '../form/form.tsx'
import { kind } from '../kind.ts'
import type { Media } from '../schema.ts'
import { MemberColumns } from '../summary/member-columns.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/member.page.ts'
import { About } from './about.tsx'
import { fileOf, MediaPlayer } from './player.tsx'
import { Transcripts } from './transcripts.tsx'

/** Milliseconds between two checks while the copies are made. */
const lookAgain = 3_000

export const meta = titled(() => text.title)

/** Shows a picture, video or recording in the dashboard, with its transcripts and a form for those who may edit it. */
export default function MemberMedia({ params: { id } }: Route.ComponentProps) {
  const media = useAnswer(['media', id], (options) => api.media.get({ id }, options), {
    refetchInterval: ({ state }) => (state.data?.processing?.state === 'pending' ? lookAgain : false),
  })
  return (
    <MemberPage query={media} list="/dashboard/media" text={text}>
      {(data) => <Opened key={data.id} media={data} />}
    </MemberPage>
  )
}

function Opened({ media }: { media: Media }) {
  const [editing, setEditing] = useState(false)
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  if (editing)
    return (
      <Editing text={text} onBack={() => setEditing(false)}>
        <MediaForm
          entry={media}
          onSubmitted={(changed) => {
            queryClient.setQueryData(['media', media.id], changed)
            void queryClient.invalidateQueries({ queryKey: ['media', 'list'] })
            setEditing(false)
          }}
        />
      </Editing>
    )
  const { title, uploader, uploadedAt, visibility } = media
  const transcripts = media.type !== 'IMAGE' && <Transcripts media={media} />
  return (
    <MemberColumns
      entry={media}
      type={kind.type}
      after={!media.deceased && transcripts}
      comments={<Comments entry={{ id: media.id, type: kind.type, title: media.title }} />}
    >
      <div className="stack gap-5">
        <p className="row gap-3">
          <MediaKind media={media} />
          {visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
        </p>
        <h1>{title}</h1>
        <Byline {...bylineOf(uploader, text.anonymous)} date={formatDate(uploadedAt, setting)} dateTime={uploadedAt} />
        <Processing media={media} />
        <HiddenNote entry={media} />
        <UnlistedNote entry={media} />
        <LabelNote entry={media} />
      </div>
      <Covered entry={media}>
        <MediaPlayer file={fileOf(media)} title={title} sizes="(min-width: 900px) 680px, 100vw" full />
        <About media={media} setting={setting} />
        {media.deceased && transcripts}
      </Covered>
      <Actions media={media} onEdit={() => setEditing(true)} />
    </MemberColumns>
  )
}

/** Shows the author of a post and keepers the progress of its copies. */
function Processing({ media: { processing, type } }: { media: Media }) {
  const hints = { IMAGE: text.notCopiedHint, VIDEO: text.notConvertedHint, AUDIO: text.notHeardHint }
  if (processing?.state === 'pending')
    return (
      <Note look="ringed" role="status">
        <p className="strong">{text.pending(processing.percent)}</p>
        <p className="small">{text.pendingHint}</p>
        <progress max={100} value={processing.percent} aria-label={text.pending(processing.percent)} />
      </Note>
    )
  if (processing?.state === 'failed')
    return (
      <Note look="dashed" icon="alert">
        <p className="strong">{text.notConverted}</p>
        <p className="small">{hints[type]}</p>
      </Note>
    )
  if (processing?.incomplete)
    return (
      <Note look="dashed" icon="alert">
        <p className="strong">{text.incomplete}</p>
        <p className="small">{text.incompleteHint}</p>
      </Note>
    )
  return null
}

function Actions({ media, onEdit }: { media: Media; onEdit: () => void }) {
  return (
    <div className="row">
      <ReportButton entry={media} />
      {media.may?.includes('download') && (
        <ButtonLink variant="line" icon="down" href={`${media.link}?download`} download>
          {text.download(formatBytes(media.size ?? 0))}
        </ButtonLink>
      )}
      {offers(media, 'edit') && (
        <Button variant="line" onClick={onEdit}>
          {text.edit}
        </Button>
      )}
      <RemoveEntry kind={kind.type} entry={media} text={text} />
      <Oversight kind={kind.type} entry={media} />
    </div>
  )
}
