import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { LoadMore } from '#ui/state/load-more.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { usePageSize, usePreferences } from '#web/preferences.ts'
import type { Route } from './+types/list.page.ts'
import { MediaCard } from './card.tsx'
import type { Media } from './schema.ts'
import { text } from './text.ts'

/** Spec §9, until the member saves a number of their own. */
const ownPageSize = 10
const types = ['IMAGE', 'VIDEO', 'AUDIO'] as const

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.gallery} | ${matches[0].loaderData?.siteName}` }]
}

/** Pictures, videos and recordings: search and kind run on the server and live in the address. */
export default function Gallery() {
  const [params, setParams] = useSearchParams()
  const q = params.get('q') ?? ''
  const type = types.find((one) => one === params.get('type')?.toUpperCase())
  const pageSize = usePageSize(ownPageSize)
  const { defaultView } = usePreferences()
  const list = useInfiniteQuery({
    queryKey: ['media', 'list', q, type, pageSize],
    queryFn: ({ pageParam, signal }) =>
      api.media.list(
        { q, limit: pageSize, ...(type && { type }), ...(pageParam && { lastKey: pageParam }) },
        { signal },
      ),
    initialPageParam: null as null | { value: string | number; id: string },
    getNextPageParam: (page) => page.lastKey,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []

  function change(name: string, value: string) {
    const next = new URLSearchParams(params)
    if (value) next.set(name, value)
    else next.delete(name)
    setParams(next, { replace: true, preventScrollReset: true })
  }

  return (
    <div className="stack gap-5">
      <div className="row split">
        <h1>{text.gallery}</h1>
        <ButtonLink to="/contribute/media" icon="plus">
          {text.add}
        </ButtonLink>
      </div>
      <SearchForm
        key={q}
        label={text.searchLabel}
        placeholder={text.searchLabel}
        submit={text.search}
        defaultValue={q}
        onSubmit={(event) => {
          event.preventDefault()
          change('q', String(new FormData(event.currentTarget).get('q') ?? ''))
        }}
      />
      <Kinds chosen={type} onChoose={(next) => change('type', next?.toLowerCase() ?? '')} />
      {list.isPending && <Skeleton columns="g2" count={4} label={text.loading} />}
      {list.isError && !list.isFetchNextPageError && (
        <ErrorState title={text.failed} onRetry={() => list.refetch()} busy={list.isFetching}>
          {list.error.message}
        </ErrorState>
      )}
      {list.isSuccess && items.length === 0 && (
        <EmptyState slim title={text.none} actions={<ButtonLink to="/contribute/media">{text.add}</ButtonLink>}>
          {text.noneHint}
        </EmptyState>
      )}
      {items.length > 0 && (
        <div className={defaultView === 'grid' ? 'grid g2 start' : 'stack mid wide'}>
          {items.map((media) => (
            <MediaCard key={media.id} media={media} level={2} />
          ))}
        </div>
      )}
      {list.isFetchNextPageError && (
        <ErrorState title={text.failed} onRetry={() => list.fetchNextPage()} busy={list.isFetchingNextPage}>
          {list.error?.message}
        </ErrorState>
      )}
      {!list.isFetchNextPageError && (
        <LoadMore more={list.hasNextPage} busy={list.isFetchingNextPage} onMore={() => list.fetchNextPage()} />
      )}
    </div>
  )
}

type Kind = Media['type'] | undefined

function Kinds({ chosen, onChoose }: { chosen: Kind; onChoose: (kind: Kind) => void }) {
  return (
    <fieldset className="row gap-2 plain">
      <legend className="sr">{text.kinds}</legend>
      {([undefined, ...types] as Kind[]).map((kind) => (
        <Button
          key={kind ?? ''}
          variant={kind === chosen ? 'filled' : 'line'}
          aria-pressed={kind === chosen}
          onClick={() => onChoose(kind)}
        >
          {kind ? text.types[kind] : text.all}
        </Button>
      ))}
    </fieldset>
  )
}
