import type { QueryClient } from '@tanstack/react-query'
import { belongTo } from '#src/offline/leave.ts'
import { accountOf, tellAccount } from '#src/offline/register.ts'
import { onForget, readToken } from '../session.ts'
import { keepQueries } from './kept-queries.ts'

/** Lets the dashboard open without signal: it knows whose it is, and what it has fetched. Answers a function that stops. */
export async function startKeeping(client: QueryClient): Promise<() => void> {
  // Before anything is kept or shown, and whether or not the worker is there yet.
  await belongTo(accountOf(readToken()))
  return keepQueries(client)
}

// Here and by the worker: one of the two ends its work when this page is left.
onForget(() => {
  void belongTo(null)
  void tellAccount()
})
