import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Byline } from '#ui/byline.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { formatBytes, formatDate } from '#ui/formats.ts'
import { StatusPill } from '#ui/labels.tsx'
import { Note } from '#ui/note.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useHasRole, useUser } from '#web/session.ts'
import { pageOf } from '../entry/address.ts'
import { CopyLink } from '../entry/copy-link.tsx'
import { Covered } from '../entry/covered.tsx'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { RelatedTo } from '../entry/link/member.tsx'
import { Oversight } from '../entry/oversight.tsx'
import { ReportButton } from '../entry/report/button.tsx'
import type { Route } from './+types/member.page.ts'
import { About } from './about.tsx'
import { MediaKind } from './card.tsx'
import { MediaForm } from './form.tsx'
import { fileOf, MediaPlayer } from './player.tsx'
import type { Media } from './schema.ts'
import { text } from './text.ts'
import { Transcripts } from './transcripts.tsx'

/** How often its author looks again while the copies are made, in ms. */
const lookAgain = 3_000

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** One picture, video or recording for a member: see, hear, write down, and change one's own. */
export default function MemberMedia({ params: { id } }: Route.ComponentProps) {
  const media = useQuery({
    queryKey: ['media', id],
    queryFn: ({ signal }) => api.media.get({ id }, { signal }),
    refetchInterval: ({ state }) => (state.data?.processing?.state === 'pending' ? lookAgain : false),
  })
  const gone = media.error instanceof ApiError && media.error.status === 404
  return (
    <div className="stack gap-5 mid">
      <p>
        <ButtonLink variant="text" className="flush" to="/dashboard/media">
          {text.back}
        </ButtonLink>
      </p>
      {media.isPending && <Skeleton count={1} label={text.loading} />}
      {media.isError && !media.data && (
        <ErrorState title={gone ? text.missing : text.oneFailed} onRetry={gone ? undefined : () => media.refetch()}>
          {gone ? undefined : media.error.message}
        </ErrorState>
      )}
      {media.data && <Opened media={media.data} />}
    </div>
  )
}

function Opened({ media }: { media: Media }) {
  const [editing, setEditing] = useState(false)
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  if (editing)
    return (
      <>
        <h1>{text.edit}</h1>
        <MediaForm
          media={media}
          onSubmitted={(changed) => {
            queryClient.setQueryData(['media', media.id], changed)
            void queryClient.invalidateQueries({ queryKey: ['media', 'list'] })
            setEditing(false)
          }}
        />
        <Button variant="text" onClick={() => setEditing(false)}>
          {text.back}
        </Button>
      </>
    )
  const { title, uploader, uploadedAt, visibility } = media
  return (
    <article className="stack gap-6">
      <div className="stack gap-5">
        <p className="row gap-3">
          <MediaKind media={media} />
          {visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
        </p>
        <h1>{title}</h1>
        <Byline
          name={uploader?.name ?? text.anonymous}
          photo={uploader?.avatar}
          date={formatDate(uploadedAt, setting)}
          dateTime={uploadedAt}
        />
        <Processing media={media} />
        <HiddenNote entry={media} />
        <LabelNote entry={media} />
      </div>
      <Covered entry={media}>
        <MediaPlayer
          file={fileOf(media)}
          title={title}
          sizes="(min-width: 900px) 900px, 100vw"
          whole
          covered={media.deceased}
        />
        <About media={media} setting={setting} />
        {media.type !== 'IMAGE' && <Transcripts media={media} />}
      </Covered>
      <RelatedTo entry={media} />
      <Actions media={media} onEdit={() => setEditing(true)} />
    </article>
  )
}

/** To its author and keepers: how far the small copies are. */
function Processing({ media: { processing, type } }: { media: Media }) {
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
        <p className="small">{type === 'IMAGE' ? text.notCopiedHint : text.notConvertedHint}</p>
      </Note>
    )
  return null
}

function Actions({ media, onEdit }: { media: Media; onEdit: () => void }) {
  const user = useUser()
  const isKeeper = useHasRole('keeper')
  const isAdmin = useHasRole('admin')
  const own = user?.id === media.author?.id
  const noCopy = media.type !== 'IMAGE' && media.variants.every(({ kind }) => kind === 'image')
  const mayDownload = own || isKeeper || (!media.point?.blurred && (user?.isPremium || noCopy))
  return (
    <div className="row">
      <CopyLink path={addressOf(media)} />
      <ReportButton entry={media} />
      {mayDownload && (
        <ButtonLink variant="line" icon="down" href={`${media.link}?download`} download>
          {text.download(formatBytes(media.size ?? 0))}
        </ButtonLink>
      )}
      {(own || isAdmin) && (
        <>
          <Button variant="line" onClick={onEdit}>
            {text.edit}
          </Button>
          <Remove id={media.id} />
        </>
      )}
      <Oversight
        entry={media}
        update={(change) => api.media.update({ id: media.id, ...change })}
        list="/dashboard/media"
      />
    </div>
  )
}

function Remove({ id }: { id: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  async function remove() {
    await api.media.remove({ id })
    void queryClient.invalidateQueries({ queryKey: ['media', 'list'] })
    notify.success(text.removed)
    await navigate('/dashboard/media')
  }
  return (
    <ConfirmButton label={text.remove} title={text.removeTitle} act={remove}>
      {text.removeBody}
    </ConfirmButton>
  )
}

function addressOf(entry: Media): string {
  return entry.visibility === 'public' ? pageOf(entry) : `/dashboard/media/${entry.id}`
}
