import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { topicPage } from '#content/entry/explore-pages.ts'
import { HiddenNote } from '#content/entry/moderation/hidden-note.tsx'
import { Oversight } from '#content/entry/moderation/oversight.tsx'
import { bylineOf } from '#content/entry/page/author.tsx'
import { Editing, MemberPage, RemoveEntry } from '#content/entry/page/member-page.tsx'
import { offers } from '#content/entry/policy.ts'
import { ReportButton } from '#content/entry/report/button.tsx'
import { LabelNote } from '#content/entry/visibility/labels.tsx'
import { UnlistedNote } from '#content/entry/visibility/unlisted-note.tsx'
import { Covered } from '#content/entry/visibility/warning.tsx'
import { Comments } from '#content/media/comment/page/comments.tsx'
import { MemberColumns } from '#content/media/summary/member-columns.tsx'
import { Button } from '#ui/button.tsx'
import { formatDate } from '#ui/data/formats.ts'
import { Byline } from '#ui/list/byline.tsx'
import { KindLabel, StatusPill, TagList } from '#ui/list/labels.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { switchOrStore } from '#web/outbox/send-or-store.ts'
import { useSwitched } from '#web/outbox/use-outbox.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/member.page.ts'
import { ArticleMarks, Cover } from './card.tsx'
import { minutesToRead } from './detail.page.tsx'
import { ArticleForm } from './form.tsx'
import { kind } from './kind.ts'
import type { FullArticle } from './schema.ts'
import { text } from './text.ts'

export const meta = titled(() => text.title)

/** The dashboard page of an article, where members read and like it, and its author edits it. */
export default function MemberArticle({ params: { id } }: Route.ComponentProps) {
  const article = useAnswer(['article', id], (options) => api.article.get({ id }, options))
  return (
    <MemberPage query={article} list="/dashboard/articles" text={text}>
      {(data) => <Opened key={data.id} article={data} />}
    </MemberPage>
  )
}

function Opened({ article }: { article: FullArticle }) {
  const [editing, setEditing] = useState(false)
  const setting = useDateSetting()
  const queryClient = useQueryClient()
  if (editing)
    return (
      <Editing text={text} onBack={() => setEditing(false)}>
        <ArticleForm
          entry={article}
          onSubmitted={(changed) => {
            queryClient.setQueryData(['article', article.id], changed)
            void queryClient.invalidateQueries({ queryKey: ['article', 'list'] })
            setEditing(false)
          }}
        />
      </Editing>
    )
  const date = article.publishedAt ?? article.createdAt
  return (
    <MemberColumns
      entry={article}
      type={kind.type}
      title={text.writtenBy}
      comments={<Comments entry={{ id: article.id, type: kind.type, title: article.title }} />}
    >
      <p className="row gap-3">
        <KindLabel {...kind.look} label={article.category ? text.categoryName(article.category) : text.uncategorized} />
        <ArticleMarks article={article} />
        {article.visibility === 'members' && <StatusPill field="dusk">{text.membersOnly}</StatusPill>}
      </p>
      <h1>{article.title}</h1>
      <HiddenNote entry={article} />
      <UnlistedNote entry={article} />
      <Byline
        {...bylineOf(article.author, text.anonymous)}
        date={`${formatDate(date, setting)}, ${text.minutes(minutesToRead(article.content))}`}
        dateTime={date}
      />
      <LabelNote entry={article} />
      <Covered entry={article}>
        {article.cover && <Cover article={article} sizes="(min-width: 900px) 680px, 100vw" />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on every write (entry/write/html.ts) */}
        <div className="prose" dir="auto" dangerouslySetInnerHTML={{ __html: article.content }} />
      </Covered>
      <TagList tags={article.tags} hrefOf={topicPage} />
      <Actions article={article} onEdit={() => setEditing(true)} />
    </MemberColumns>
  )
}

function Actions({ article, onEdit }: { article: FullArticle; onEdit: () => void }) {
  return (
    <div className="row">
      <Like article={article} />
      {offers(article, 'edit') && (
        <Button variant="line" onClick={onEdit}>
          {text.edit}
        </Button>
      )}
      <RemoveEntry kind={kind.type} entry={article} text={text} />
      <ReportButton entry={article} />
      <Oversight kind={kind.type} entry={article} />
    </div>
  )
}

/** Shows the like immediately, and reverts it if the server refuses. */
function Like({ article }: { article: FullArticle }) {
  const { id, title } = article
  // A like that is waiting in the outbox is shown as done.
  const waiting = useSwitched('article.like', 'article.unlike', id)
  const liked = waiting ?? article.liked
  const likes = article.likes + Number(liked) - Number(article.liked)
  const queryClient = useQueryClient()
  const key = ['article', id]
  const like = useMutation({
    mutationFn: (next: boolean) =>
      next
        ? switchOrStore('article.like', 'article.unlike', { id }, title)
        : switchOrStore('article.unlike', 'article.like', { id }, title),
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
      // If there is no answer, the like is waiting in the outbox, which the page reads.
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
