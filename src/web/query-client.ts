import { QueryCache, QueryClient, type QueryState } from '@tanstack/react-query'
import { ApiError, isNoAnswer, logFailure } from './errors.ts'

/** Status codes after which even earlier data must leave the screen. */
const removedStatuses = [401, 403, 404, 410]

/** Lists whose failure is logged (spec 24.2). */
const logged: Record<string, string> = {
  article: 'Failed to fetch articles',
  media: 'Failed to fetch media',
  event: 'Failed to fetch events',
}

const day = 24 * 60 * 60 * 1000

/** Returns the dashboard's query client. Refusals are final; network errors are retried twice. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const [type, list] = query.queryKey
        const failed = list === 'list' ? logged[String(type)] : undefined
        // An ended session is not a failure of the list: the member is sent to log in.
        if (failed && !(error instanceof ApiError && error.status === 401)) logFailure(failed, error)
        if (error instanceof ApiError && removedStatuses.includes(error.status) && query.state.data !== undefined)
          query.setState({ data: undefined })
        // The dashboard shows a note above the page instead.
        else if (standsIn(query)) query.setState({ status: 'success', error: null })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // Data stays for a day, because without signal it is all there is. On the server a timer would keep each
        // rendered page for a day.
        gcTime: typeof document === 'undefined' ? Number.POSITIVE_INFINITY : day,
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
      // Without signal a change is tried and fails immediately. If it were paused, its button would stay busy without a
      // message, and the change would happen later, when nobody expects it.
      mutations: { networkMode: 'always' },
    },
  })
}

/**
 * Returns whether earlier data is shown in place of an answer that did not arrive. A list that couldn't load more says
 * so itself.
 */
export function standsIn({ state }: { state: QueryState<unknown, unknown> }): boolean {
  return state.data !== undefined && isNoAnswer(state.fetchFailureReason) && !state.fetchMeta?.fetchMore
}
