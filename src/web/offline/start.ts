import type { QueryClient } from '@tanstack/react-query'
import { belongTo } from '#src/offline/account.ts'
import { accountOf, tellAccount } from '#src/offline/register.ts'
import { onForget, readToken } from '../session/session.ts'
import { keepQueries } from './stored-queries.ts'

/** Lets the dashboard open without signal, with its account and data. Returns a function that stops. */
export async function startKeeping(client: QueryClient): Promise<() => void> {
  // Before anything is stored or shown, whether or not the worker is running.
  await belongTo(accountOf(readToken()))
  return keepQueries(client)
}

// Done here and by the worker, so that one of them finishes even if this page is left.
onForget(() => {
  void belongTo(null)
  void tellAccount()
})
