import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { ErrorState } from '#ui/state/error-state.tsx'
import { LoadMore } from '#ui/state/load-more.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import type { Route } from './+types/story.page.ts'
import { SuggestionRow } from './card.tsx'
import { SuggestionForm } from './form.tsx'
import { Section } from './schema.ts'
import { text } from './text.ts'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Give a text or a recording to the keepers, and see what became of what one gave before. */
export default function ContributeStory() {
  const asked = Section.safeParse(useSearchParams()[0].get('section'))
  const section = asked.data ?? 'stories'
  const mine = useInfiniteQuery({
    queryKey: ['suggestion', 'mine'],
    queryFn: ({ pageParam, signal }) =>
      api.suggestion.mine({ limit: 10, ...(pageParam && { lastKey: pageParam }) }, { signal }),
    initialPageParam: null as null | { value: string | number; id: string },
    getNextPageParam: (page) => page.lastKey,
  })
  const given = mine.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="stack gap-6 mid">
      <div className="stack gap-2">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </div>
      <SuggestionForm key={section} section={section} onSubmitted={() => mine.refetch()} />
      {mine.isPending && <Skeleton shape="list" count={1} label={text.loading} />}
      {mine.isError && (
        <ErrorState title={text.mineFailed} onRetry={() => mine.refetch()} busy={mine.isFetching}>
          {mine.error.message}
        </ErrorState>
      )}
      {given.length > 0 && (
        <section className="stack" aria-labelledby="mine">
          <h2 className="t2" id="mine">
            {text.mine}
          </h2>
          <ul className="list">
            {given.map((suggestion) => (
              <SuggestionRow key={suggestion.id} level={3} suggestion={suggestion} />
            ))}
          </ul>
          <LoadMore more={mine.hasNextPage} busy={mine.isFetchingNextPage} onMore={() => mine.fetchNextPage()} />
        </section>
      )}
    </div>
  )
}
