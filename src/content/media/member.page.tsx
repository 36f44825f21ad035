import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#src/root.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Byline } from '#ui/byline.tsx'
import { ConfirmDialog } from '#ui/dialog.tsx'
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
  const site = useRouteLoaderData<typeof rootLoader>('root')
  const queryClient = useQueryClient()
  if (editing)
    return (
      <>
        <h1>{text.edit}</h1>
        <MediaForm
          media={media}
          maxUploadMb={Math.floor((site?.maxUploadBytes ?? 0) / 1024 / 1024)}
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
        <MediaPlayer file={fileOf(media)} title={title} sizes="(min-width: 900px) 900px, 100vw" whole />
      </div>
      <About media={media} setting={setting} />
      {media.type !== 'IMAGE' && <Transcripts media={media} />}
      <Actions media={media} onEdit={() => setEditing(true)} />
    </article>
  )
}

/** To its author and keepers: how far the small copies are. */
function Processing({ media: { processing } }: { media: Media }) {
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
        <p className="small">{text.notConvertedHint}</p>
      </Note>
    )
  return null
}

function Actions({ media, onEdit }: { media: Media; onEdit: () => void }) {
  const user = useUser()
  const isKeeper = useHasRole('keeper')
  const isAdmin = useHasRole('admin')
  const own = user?.id === media.author?.id
  const mayDownload = own || isKeeper || user?.isPremium || media.variants.every(({ kind }) => kind === 'image')
  return (
    <div className="row">
      <Button variant="line" icon="link" onClick={() => void copyAddress(media)}>
        {text.share}
      </Button>
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
    </div>
  )
}

function Remove({ id }: { id: string }) {
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api.media.remove({ id }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: ['media', 'list'] })
      notify.success(text.removed)
      void navigate('/dashboard/media')
    },
    onError: (error) => notify.error(error.message),
  })
  return (
    <>
      <Button variant="line" onClick={() => setAsking(true)}>
        {text.remove}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        title={text.removeTitle}
        confirm={text.remove}
      >
        <p>{text.removeBody}</p>
      </ConfirmDialog>
    </>
  )
}

async function copyAddress({ id, visibility }: Media) {
  const path = visibility === 'public' ? `/media/${id}` : `/dashboard/media/${id}`
  await navigator.clipboard.writeText(location.origin + path)
  notify.success(text.copied)
}
