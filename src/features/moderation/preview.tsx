import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ArticleCard } from '#content/article/card.tsx'
import { ArtifactCard } from '#content/artifact/card.tsx'
import { ConservationCard } from '#content/conservation/card.tsx'
import { Lines } from '#content/entry/lines.tsx'
import { EventCard } from '#content/event/card.tsx'
import { HeritageCard } from '#content/heritage/card.tsx'
import { MediaCard } from '#content/media/card.tsx'
import { PoemCard } from '#content/poem/card.tsx'
import { ProductCard } from '#content/product/card.tsx'
import { WordCard } from '#content/vocabulary/card.tsx'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import { text } from './text.ts'

/** How each type is read and shown. */
const cards: Record<string, (id: string) => Promise<ReactNode>> = {
  article: async (id) => <ArticleCard article={await api.article.get({ id })} />,
  artifact: async (id) => <ArtifactCard artifact={await api.artifact.get({ id })} />,
  conservation: async (id) => <ConservationCard record={await api.conservation.get({ id })} level={3} />,
  event: async (id) => <EventCard event={await api.event.get({ id })} />,
  heritage: async (id) => <HeritageCard entry={await api.heritage.get({ id })} />,
  media: async (id) => <MediaCard media={await api.media.get({ id })} />,
  poem: async (id) => <PoemCard poem={await api.poem.get({ id })} />,
  product: async (id) => <ProductCard product={await api.product.get({ id })} level={3} />,
  proverb: async (id) => <Lines of="enb">{(await api.proverb.get({ id })).original}</Lines>,
  vocabulary: async (id) => <WordCard word={await api.vocabulary.get({ id })} />,
}

/** An entry of any type as readers meet it. */
export function Preview({ type, id }: { type: string; id: string }) {
  const card = useQuery({
    queryKey: ['preview', id],
    queryFn: async () => ({ shown: await cards[type]?.(id) }),
    staleTime: 0,
    gcTime: 0,
  })
  if (card.isPending) return <Skeleton count={1} label={text.loading} />
  if (card.isError)
    return (
      <ErrorState title={text.lookFailed} onRetry={() => card.refetch()} busy={card.isFetching}>
        {card.error.message}
      </ErrorState>
    )
  return <ul className="narrow">{card.data.shown}</ul>
}
