import { QueryCache, QueryClient, type QueryState } from '@tanstack/react-query'
import { ApiError, isNoAnswer } from './errors.ts'

/** What these answer is not for this member any more: what was fetched before goes from the screen, too. */
const gone = [401, 403, 404, 410]

const day = 24 * 60 * 60 * 1000

/** What the dashboard has fetched. A refusal is final; a broken network is tried again twice. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (error instanceof ApiError && gone.includes(error.status) && query.state.data !== undefined)
          query.setState({ data: undefined })
        // The dashboard says so above the page.
        else if (standsIn(query)) query.setState({ status: 'success', error: null })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What was fetched stays for a day: without signal it is all there is.
        // On the server a timer would hold each rendered page for that day.
        gcTime: typeof document === 'undefined' ? Number.POSITIVE_INFINITY : day,
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
    },
  })
}

/** Whether what was fetched before stands in for an answer that did not come. A list says itself that it has no more. */
export function standsIn({ state }: { state: QueryState<unknown, unknown> }): boolean {
  return state.data !== undefined && isNoAnswer(state.fetchFailureReason) && !state.fetchMeta?.fetchMore
}
