import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '#ui/state/error-state.tsx'
import { Skeleton } from '#ui/state/skeleton.tsx'
import { api } from '#web/api.ts'
import type { Route } from './+types/voice.page.ts'
import { wordPage } from './card.tsx'
import { text } from './text.ts'
import { SayIt } from './voice.tsx'

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: `${text.say.title} | ${matches[0].loaderData?.siteName}` }]
}

/** Where the microphone beside a word leads: members say it here, and come back to the word. */
export default function SayWord({ params: { id } }: Route.ComponentProps) {
  const word = useQuery({
    queryKey: ['vocabulary', 'one', id],
    queryFn: ({ signal }) => api.vocabulary.get({ id }, { signal }),
  })
  return (
    <div className="stack gap-5 mid">
      <h1>{text.say.title}</h1>
      {word.isPending && <Skeleton shape="list" count={3} label={text.say.loading} />}
      {word.isError && (
        <ErrorState title={text.say.wordFailed} onRetry={() => word.refetch()} busy={word.isFetching}>
          {word.error.message}
        </ErrorState>
      )}
      {/* A reading page, without React: a whole page is opened. */}
      {word.data && <SayIt word={word.data} onGiven={() => location.assign(wordPage(id))} />}
    </div>
  )
}
