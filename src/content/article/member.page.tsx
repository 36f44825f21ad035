import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Byline } from '#ui/byline.tsx'
import { ConfirmButton } from '#ui/confirm-button.tsx'
import { formatDate } from '#ui/formats.ts'
import { KindLabel, StatusPill, TagList } from '#ui/labels.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { ApiError } from '#web/errors.ts'
import { notify } from '#web/notifications.ts'
import { switchOrKeep } from '#web/outbox/keep.ts'
import { useSwitched } from '#web/outbox/use-outbox.ts'
import { useDateSetting } from '#web/preferences.ts'
import { useUser } from '#web/session.ts'
import { pageOf } from '../entry/address.ts'
import { CopyLink } from '../entry/copy-link.tsx'
import { Covered } from '../entry/covered.tsx'
import { HiddenNote } from '../entry/hidden-note.tsx'
import { LabelNote } from '../entry/labels.tsx'
import { RelatedTo } from '../entry/link/member.tsx'
import { Oversight } from '../entry/oversight.tsx'
import { ReportButton } from '../entry/report/button.tsx'
import type { Route } from './+types/member.page.ts'
import { ArticleMarks, Cover } from './card.tsx'
import { minutesToRead } from './detail.page.tsx'
import { ArticleForm } from './form.tsx'
import type { FullArticle } from './schema.ts'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** One article for a member: read, like, and change one's own. */
export default function MemberArticle({ params: { id } }: Route.ComponentProps) {
  const article = useQuery({ queryKey: ['article', id], queryFn: ({ signal }) => api.article.get({ id }, { signal }) })
  const gone = article.error instanceof ApiError && article.error.status === 404
  return (
    <div className="stack gap-5 mid">
      <p>
        <ButtonLink variant="text" className="flush" to="/dashboard/articles">
          {text.back}
        </ButtonLink>
      </p>
      {article.isPending && <Skeleton count={1} label={text.loading} />}
      {article.isError && (
        <ErrorState title={gone ? text.missing : text.oneFailed} onRetry={gone ? undefined : () => article.refetch()}>
          {gone ? undefined : article.error.message}
        </ErrorState>
      )}
      {article.data && <Opened article={article.data} />}
    </div>
  )
}

function Opened({ article }: { article: FullArticle }) {
  const [editing, setEditing] = useState(false)
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  if (editing)
    return (
      <>
        <h1>{text.edit}</h1>
        <ArticleForm
          article={article}
          onSubmitted={(changed) => {
            queryClient.setQueryData(['article', article.id], changed)
            void queryClient.invalidateQueries({ queryKey: ['article', 'list'] })
            setEditing(false)
          }}
        />
        <Button variant="text" onClick={() => setEditing(false)}>
          {text.back}
        </Button>
      </>
    )
  const date = article.publishedAt ?? article.createdAt
  return (
    <article className="stack gap-5">
      <p className="row gap-3">
        <KindLabel kind="article" label={article.category ? text.categoryName(article.category) : text.uncategorized} />
        <ArticleMarks article={article} />
        {article.visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
      </p>
      <h1>{article.title}</h1>
      <HiddenNote entry={article} />
      <Byline
        name={article.author?.name ?? text.anonymous}
        photo={article.author?.avatar}
        date={`${formatDate(date, setting)}, ${text.minutes(minutesToRead(article.content))}`}
        dateTime={date}
      />
      <LabelNote entry={article} />
      <Covered entry={article}>
        {article.cover && (
          <div className="broad">
            <Cover article={article} sizes="(min-width: 900px) 800px, 100vw" />
          </div>
        )}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the server on every write (entry/html.ts) */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: article.content }} />
      </Covered>
      <TagList tags={article.tags} />
      <RelatedTo entry={article} />
      <Actions article={article} onEdit={() => setEditing(true)} />
    </article>
  )
}

function Actions({ article, onEdit }: { article: FullArticle; onEdit: () => void }) {
  const own = useUser()?.id === article.author?.id
  return (
    <div className="row">
      <Like article={article} />
      {typeof navigator !== 'undefined' && 'share' in navigator && (
        <Button variant="line" icon="up" onClick={() => void share(article)}>
          {text.share}
        </Button>
      )}
      <CopyLink path={addressOf(article)} />
      {own && (
        <>
          <Button variant="line" onClick={onEdit}>
            {text.edit}
          </Button>
          <Remove id={article.id} />
        </>
      )}
      <ReportButton entry={article} />
      <Oversight
        entry={article}
        update={(change) => api.article.update({ id: article.id, ...change })}
        list="/dashboard/articles"
      />
    </div>
  )
}

/** Shows the like at once; takes it back when the server refuses it. */
function Like({ article }: { article: FullArticle }) {
  const { id, title } = article
  // What waits on this device counts as done.
  const waiting = useSwitched('article.like', 'article.unlike', id)
  const liked = waiting ?? article.liked
  const likes = article.likes + Number(liked) - Number(article.liked)
  const queryClient = useQueryClient()
  const key = ['article', id]
  const like = useMutation({
    mutationFn: (next: boolean) =>
      next
        ? switchOrKeep('article.like', 'article.unlike', { id }, title)
        : switchOrKeep('article.unlike', 'article.like', { id }, title),
    networkMode: 'always',
    onMutate: (next) => {
      const before = queryClient.getQueryData<FullArticle>(key)
      queryClient.setQueryData<FullArticle>(key, (now) => now && withLike(now, next))
      return before
    },
    onError: (error, _next, before) => {
      queryClient.setQueryData(key, before)
      notify.error(error.message)
    },
    onSuccess: (answer, _next, before) => {
      // Kept on this device: the page knows it from there.
      queryClient.setQueryData<FullArticle>(key, (now) => (answer ? now && { ...now, ...answer } : before))
      void queryClient.invalidateQueries({ queryKey: ['article', 'list'] })
    },
  })
  return (
    <Button
      variant={liked ? 'filled' : 'line'}
      icon="heart"
      aria-pressed={liked}
      aria-label={liked ? text.unlike(likes) : text.like(likes)}
      disabled={like.isPending}
      onClick={() => like.mutate(!liked)}
    >
      {likes}
    </Button>
  )
}

function withLike(article: FullArticle, liked: boolean): FullArticle {
  return { ...article, liked, likes: article.likes + Number(liked) - Number(article.liked) }
}

function Remove({ id }: { id: string }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  async function remove() {
    await api.article.remove({ id })
    void queryClient.invalidateQueries({ queryKey: ['article', 'list'] })
    notify.success(text.removed)
    await navigate('/dashboard/articles')
  }
  return (
    <ConfirmButton label={text.remove} title={text.removeTitle} act={remove}>
      {text.removeBody}
    </ConfirmButton>
  )
}

/** The phone's own sheet; closing it is no error. */
async function share(article: FullArticle) {
  await navigator.share({ title: article.title, url: location.origin + addressOf(article) }).catch(() => {})
}

function addressOf(entry: FullArticle): string {
  return entry.visibility === 'public' ? pageOf(entry) : `/dashboard/articles/${entry.id}`
}
