import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import type { Kind } from '#content/kind.ts'
import { kinds } from '#content/kinds.ts'
import { belongTo, queryStore } from '#src/offline/account.ts'
import { present } from '#src/offline/device.ts'
import { isLeased } from '#src/offline/lease.ts'
import { accountOf, tellAccount } from '#src/offline/register.ts'
import { withPresentNames } from '#text/earlier-names.ts'
import { ApiError, isNoAnswer } from '../errors.ts'
import { onForget, readToken } from '../session/session.ts'

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

/** Types that members can read without signal: no pages of keepers, moderators or admins, and no orders. */
const storedTypes = new Set([
  ...Object.values<Kind>(kinds).flatMap(({ type, offline }) => (offline ? [type] : [])),
  'links',
  'feed',
])
const pauseMs = 250
const maxQueries = 80

type StoredQueries = { state: DehydratedState; confirmed: Record<string, number> }

/**
 * Stores the dashboard's data on the device for each account, and restores it; each answer expires with its lease.
 * Returns a function that stops.
 */
export async function keepQueries(client: QueryClient): Promise<() => void> {
  const { account, now } = await present()
  if (!account) return () => {}
  const confirmed = new Map<string, number>()
  await restore(client, account, confirmed)
  // Answers that arrived before this function subscribed count as confirmed now.
  for (const { queryHash, state } of client.getQueryCache().getAll())
    if (now && state.status === 'success' && !confirmed.has(queryHash)) confirmed.set(queryHash, now)
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = async () => {
    if ((await present()).account !== account) return
    await keep(client, account, confirmed).catch(() => del(account, queryStore).catch(() => {}))
  }
  const stop = client.getQueryCache().subscribe(async (event) => {
    if (event.type !== 'updated' || event.action.type === 'fetch') return
    const { queryHash, queryKey } = event.query
    if (!isKept(queryKey)) return
    if (event.action.type === 'success') confirmed.set(queryHash, (await present()).now ?? 0)
    clearTimeout(timer)
    timer = setTimeout(write, pauseMs)
  })
  timer = setTimeout(write, pauseMs)
  return () => {
    stop()
    clearTimeout(timer)
  }
}

function isKept([type]: readonly unknown[]): boolean {
  return storedTypes.has(String(type))
}

/** Stores the newest queries. Leaves out those that have failed since, because they are gone or forbidden now. */
async function keep(client: QueryClient, account: string, confirmed: Map<string, number>): Promise<void> {
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ state, queryKey }) => state.status === 'success' && isKept(queryKey),
    shouldDehydrateMutation: () => false,
  })
  const newest = state.queries
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, maxQueries)
    .map(({ promise: _, ...query }) => query)
  await set(account, { state: { ...state, queries: newest }, confirmed: Object.fromEntries(confirmed) }, queryStore)
}

async function restore(client: QueryClient, account: string, confirmed: Map<string, number>): Promise<void> {
  const stored = withPresentNames(await get<StoredQueries>(account, queryStore).catch(() => undefined))
  if (!stored) return
  const { now } = await present()
  const leased = (hash: string) => isLeased(stored.confirmed[hash] ?? 0, now)
  const errorOf = (hash: string) => client.getQueryCache().get(hash)?.state.error ?? null
  // Data that the server has refused in the meantime is not restored.
  const refused = (hash: string) => errorOf(hash) instanceof ApiError && !isNoAnswer(errorOf(hash))
  for (const [hash, at] of Object.entries(stored.confirmed)) if (leased(hash)) confirmed.set(hash, at)
  // Restored data is fetched again if there is a network.
  const queries = stored.state.queries
    .filter(({ queryHash }) => leased(queryHash) && !refused(queryHash))
    .map((query) => ({
      ...query,
      state: { ...query.state, isInvalidated: true, fetchFailureReason: errorOf(query.queryHash) },
    }))
  hydrate(client, { ...stored.state, queries })
}
