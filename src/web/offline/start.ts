import type { QueryClient } from '@tanstack/react-query'
import { belongTo } from '#src/offline/account.ts'
import { accountOf, tellAccount } from '#src/offline/register.ts'
import { onForget, readToken } from '../session/session.ts'
import { keepQueries } from './stored-queries.ts'

/** Lets the dashboard open without signal, with its account and data. Returns a function that stops. */
export async function startKeeping(client: QueryClient): Promise<() => void> {
  // This comes before anything is stored or shown, and doesn't depend on the worker.
  await belongTo(accountOf(readToken()))
  return keepQueries(client)
}

// Both this page and the worker delete the account's data, so that it is deleted even if this page is left.
onForget(() => {
  void belongTo(null)
  void tellAccount()
})
