import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './errors.ts'

/** What the dashboard has fetched. A refusal is final; a broken network is tried again twice. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
      },
    },
  })
}
