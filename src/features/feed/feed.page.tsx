import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ArticleCard } from '#content/article/card.tsx'
import { EventCard } from '#content/event/card.tsx'
import { MediaCard } from '#content/media/card.tsx'
import { PoemCard, poemList } from '#content/poem/card.tsx'
import { Certainty, WordCard } from '#content/vocabulary/card.tsx'
import { isPhonetic } from '#content/vocabulary/phonetic.ts'
import type { Word } from '#content/vocabulary/schema.ts'
import { Composer, type PostKind } from '#features/composer/composer.tsx'
import { Button } from '#ui/button.tsx'
import { Avatar } from '#ui/byline.tsx'
import { Word as Form } from '#ui/labels.tsx'
import { useLate } from '#ui/late.ts'
import { NewPosts } from '#ui/new-posts.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { useNews } from '#web/news.ts'
import { usePageSize } from '#web/preferences.ts'
import { useHasRole, useUser } from '#web/session.ts'
import type { Route } from './+types/feed.page.ts'
import { text } from './text.ts'

/** Spec §9, until the member saves a number of their own. */
const ownPageSize = 20

const firstSteps = () => import('#features/admin/checklist.tsx').then((module) => module.FirstSteps)

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** What the community has posted, newest first, type by type (spec §2). */
export default function Feed() {
  const [composing, setComposing] = useState<PostKind | null>(null)
  const user = useUser()
  const isAdmin = useHasRole('admin')
  // Only admins pay for it; where it does not come, the feed stands without it.
  const { part: FirstSteps } = useLate(firstSteps, isAdmin)
  const pageSize = usePageSize(ownPageSize)
  const articles = useQuery({
    queryKey: ['article', 'list', 'feed', pageSize],
    queryFn: ({ signal }) => api.article.list({ limit: pageSize }, { signal }),
  })
  const media = useQuery({
    queryKey: ['media', 'list', 'feed', pageSize],
    queryFn: ({ signal }) => api.media.list({ limit: pageSize }, { signal }),
  })
  const events = useQuery({
    queryKey: ['event', 'list', 'feed', pageSize],
    queryFn: ({ signal }) => api.event.list({ limit: pageSize }, { signal }),
  })
  const words = useQuery({
    queryKey: ['vocabulary', 'list', 'feed'],
    queryFn: ({ signal }) => api.vocabulary.list({ limit: 3 }, { signal }),
  })
  const poems = useQuery({
    queryKey: ['poem', 'list', 'feed'],
    queryFn: ({ signal }) => api.poem.list({ limit: 3 }, { signal }),
  })
  const wordOfTheDay = useQuery({
    queryKey: ['vocabulary', 'of-the-day'],
    queryFn: ({ signal }) => api.vocabulary.ofTheDay({}, { signal }),
  })
  return (
    <div className="grid cols">
      <div className="stack gap-6">
        <h1 className="sr">{text.title}</h1>
        <News />
        {isAdmin && FirstSteps && <FirstSteps />}
        <div className="compose">
          <button type="button" className="prompt" onClick={() => setComposing('article')}>
            {user && <Avatar name={user.name} photo={user.avatar} />}
            {text.prompt}
          </button>
          <div className="shorts">
            <Button variant="line" icon="video" onClick={() => setComposing('media')}>
              {text.video}
            </Button>
            <Button variant="line" icon="photo" onClick={() => setComposing('media')}>
              {text.photo}
            </Button>
            <Button variant="line" icon="article" onClick={() => setComposing('article')}>
              {text.writeArticle}
            </Button>
            <Button variant="line" icon="event" onClick={() => setComposing('event')}>
              {text.addEvent}
            </Button>
            <Button variant="line" icon="word" onClick={() => setComposing('linguistics')}>
              {text.addLinguistics}
            </Button>
          </div>
        </div>
        <FeedList title={text.articles} all={{ href: '/dashboard/articles' }} list={articles} none={text.noArticles}>
          {(article) => <ArticleCard key={article.id} article={article} />}
        </FeedList>
        <FeedList title={text.media} all={{ href: '/dashboard/media' }} list={media} none={text.noMedia}>
          {(one) => <MediaCard key={one.id} media={one} />}
        </FeedList>
        <FeedList title={text.events} all={{ href: '/dashboard/events' }} list={events} none={text.noEvents}>
          {(event) => <EventCard key={event.id} event={event} />}
        </FeedList>
        <FeedList title={text.vocabulary} all={{ href: '/language/vocabulary' }} list={words} none={text.noWords}>
          {(word) => <WordCard key={word.id} word={word} />}
        </FeedList>
        <FeedList title={text.poems} all={{ href: poemList }} list={poems} none={text.noPoems}>
          {(poem) => <PoemCard key={poem.id} poem={poem} />}
        </FeedList>
      </div>
      <aside className="stack gap-5" aria-label={text.wordOfTheDay}>
        {wordOfTheDay.data?.word && <WordOfTheDay word={wordOfTheDay.data.word} />}
      </aside>
      <Composer
        opened={composing}
        onClose={() => setComposing(null)}
        onSubmitted={(kind) => ({ article: articles, media, event: events, linguistics: words })[kind].refetch()}
      />
    </div>
  )
}

const listed = ['article', 'media', 'event', 'vocabulary', 'poem'] as const

/** What others have posted since: one press brings it, and until then nothing moves under the reader. */
function News() {
  const { fresh, clear } = useNews(listed)
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)
  const names = listed.filter((type) => fresh.includes(type)).map((type) => text.fresh[type])
  async function show() {
    setBusy(true)
    await Promise.all(fresh.map((type) => queryClient.invalidateQueries({ queryKey: [type, 'list'] })))
    setBusy(false)
    clear()
    scrollTo({ top: 0 })
  }
  return <NewPosts label={names.length ? text.newPosts(names.join(', ')) : null} busy={busy} onShow={show} />
}

function WordOfTheDay({ word }: { word: Word }) {
  return (
    <section className="talk maize stack gap-2">
      <h2 className="t0">{text.wordOfTheDay}</h2>
      <p className="t4">
        <a href={`/language/vocabulary/${word.id}`}>
          <Form phonetic={isPhonetic(word)}>{word.marakwet}</Form>
        </a>
      </p>
      <p className="strong" lang="en">
        {word.english}
      </p>
      <Certainty word={word} />
    </section>
  )
}

type FeedListProps<T> = {
  title: string
  all: { href: string }
  list: UseQueryResult<{ items: T[] }>
  none: string
  children: (item: T) => ReactNode
}

/** One of the feed's lists, which fails, loads and is empty by itself. */
function FeedList<T>({ title, all, list, none, children }: FeedListProps<T>) {
  return (
    <section className="stack" aria-label={title}>
      <div className="row split">
        <h2 className="t2">{title}</h2>
        <a className="back" href={all.href}>
          {text.seeAll}
          <span className="sr"> {text.seeAllOf(title)}</span>
        </a>
      </div>
      {list.isPending && <Skeleton count={1} label={text.loading(title)} />}
      {list.isError && (
        <ErrorState title={text.failed(title)} onRetry={() => list.refetch()} busy={list.isFetching}>
          {list.error.message}
        </ErrorState>
      )}
      {list.data?.items.length === 0 && <p className="dim">{none}</p>}
      {list.data?.items.map(children)}
    </section>
  )
}
