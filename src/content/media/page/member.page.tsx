import { BriefKind } from '#content/entry/list/brief.tsx'
import { StateMark } from '#content/entry/visibility/state-mark.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { formatBytes } from '#ui/data/formats.ts'
import { StatusPill } from '#ui/list/labels.tsx'
import { Note } from '#ui/state/note.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { useDateSetting } from '#web/preferences.ts'
import { MediaByline } from '../card.tsx'
import { MediaForm } from '../form/form.tsx'
import { kind } from '../kind.ts'
import type { Media } from '../schema.ts'
import { MemberEntry, MemberPage } from '../summary/member-page.tsx'
import { text } from '../text.ts'
import type { Route } from './+types/member.page.ts'
import { MediaContent } from './content.tsx'
import { Transcripts } from './transcripts.tsx'

/** Milliseconds between two checks while the copies are made. */
const lookAgain = 3_000

export const meta = titled(() => text.title)

/** Shows a picture, video or recording in the dashboard, with its transcripts and a form for those who may edit it. */
export default function MemberMedia({ params: { id } }: Route.ComponentProps) {
  const query = useAnswer([kind.type, id], (options) => api.media.get({ id }, options), {
    refetchInterval: ({ state }) => (state.data?.processing?.state === 'pending' ? lookAgain : false),
  })
  return (
    <MemberPage query={query} type={kind.type} text={text}>
      {(media) => <Opened key={media.id} media={media} />}
    </MemberPage>
  )
}

function Opened({ media }: { media: Media }) {
  const setting = useDateSetting()
  const transcripts = media.type !== 'IMAGE' && <Transcripts media={media} />
  return (
    <MemberEntry
      entry={media}
      type={kind.type}
      text={text}
      Form={MediaForm}
      actions={
        media.may?.includes('download') && (
          <ButtonLink variant="line" icon="down" href={`${media.link}?download`} download>
            {text.download(formatBytes(media.size ?? 0))}
          </ButtonLink>
        )
      }
      after={!media.deceased && transcripts}
    >
      <div className="stack gap-5">
        <p className="row gap-3">
          <BriefKind kind={media.type.toLowerCase()} /> <StateMark entry={media} unless="members" />
          {media.visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
        </p>
        <h1 className="break">{media.title}</h1>
        <MediaByline media={media} setting={setting} />
        <Processing media={media} />
      </div>
      <MediaContent media={media} setting={setting} sizes="(min-width: 900px) 680px, 100vw">
        {media.deceased && transcripts}
      </MediaContent>
    </MemberEntry>
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
  const isFailed = processing?.state === 'failed'
  if (!isFailed && !processing?.incomplete) return null
  return (
    <Note look="dashed" icon="alert">
      <p className="strong">{isFailed ? text.notConverted : text.incomplete}</p>
      <p className="small">{isFailed ? hints[type] : text.incompleteHint}</p>
    </Note>
  )
}
