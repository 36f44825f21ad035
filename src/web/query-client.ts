import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/** What these answer is not for this member any more: what was fetched before goes from the screen, too. */
const gone = [401, 403, 404, 410]

/** What the dashboard has fetched. A refusal is final; a broken network is tried again twice. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        if (error instanceof ApiError && gone.includes(error.status) && query.state.data !== undefined)
          query.setState({ data: undefined })
        // Without signal what was kept stands under a note that says so.
        else if (!navigator.onLine && query.state.data !== undefined) query.setState({ status: 'success', error: null })
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        // What was fetched stays for a day: without signal it is all there is.
        gcTime: 24 * 60 * 60 * 1000,
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
    },
  })
}
