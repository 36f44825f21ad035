import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MemberEntry, MemberPage } from '#content/media/summary/member-page.tsx'
import { useAnswer } from '#web/answer.ts'
import { api } from '#web/api.ts'
import { titled } from '#web/head.ts'
import { switchOrStore } from '#web/outbox/send-or-store.ts'
import { useSwitched } from '#web/outbox/use-outbox.ts'
import { useDateSetting } from '#web/preferences.ts'
import { notify } from '#web/toasts.ts'
import type { Route } from './+types/member.page.ts'
import { ArticleContent, LikeButton } from './content.tsx'
import { ArticleForm } from './form.tsx'
import { kind } from './kind.ts'
import type { FullArticle } from './schema.ts'
import { text } from './text.ts'

const { type } = kind

export const meta = titled(() => text.title)

/** The dashboard page of an article, where members read and like it, and its author edits it. */
export default function MemberArticle({ params: { id } }: Route.ComponentProps) {
  const setting = useDateSetting()
  const query = useAnswer([type, id], (options) => api.article.get({ id }, options))
  return (
    <MemberPage query={query} type={type} text={text}>
      {(article) => (
        <MemberEntry
          key={article.id}
          entry={article}
          type={type}
          text={text}
          Form={ArticleForm}
          authorTitle={text.writtenBy}
          actions={<Like article={article} />}
        >
          <ArticleContent article={article} sizes="(min-width: 900px) 680px, 100vw" setting={setting} />
        </MemberEntry>
      )}
    </MemberPage>
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
  return <LikeButton likes={likes} liked={liked} disabled={like.isPending} onClick={() => like.mutate(!liked)} />
}

function withLike(article: FullArticle, liked: boolean): FullArticle {
  return { ...article, liked, likes: article.likes + Number(liked) - Number(article.liked) }
}
