import { type DehydratedState, dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'
import { del, get, set } from 'idb-keyval'
import { isLeased, present } from '#src/offline/device.ts'
import { queryStore } from '#src/offline/leave.ts'
import { ApiError, isNoAnswer } from '../errors.ts'

/** What a member reads without signal: nothing of the desks of keepers, moderators and admins, and no order. */
const keptTypes = ['article', 'media', 'event', 'vocabulary', 'poem', 'links']
const pauseMs = 250
const mostQueries = 80

type Kept = { state: DehydratedState; confirmed: Record<string, number> }

/**
 * Keeps on the device what the dashboard has fetched, per account, and brings it back: each answer for as long as its
 * lease lasts from when the server gave it. Answers a function that stops.
 */
export async function keepQueries(client: QueryClient): Promise<() => void> {
  const { account, now } = await present()
  if (!account) return () => {}
  const confirmed = new Map<string, number>()
  await restore(client, account, confirmed)
  // What came before this was listening came just now.
  for (const { queryHash, state } of client.getQueryCache().getAll())
    if (now && state.status === 'success' && !confirmed.has(queryHash)) confirmed.set(queryHash, now)
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = async () => {
    if ((await present()).account !== account) return
    await keep(client, account, confirmed).catch(() => del(account, queryStore()).catch(() => {}))
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
  return keptTypes.includes(String(type))
}

/** What failed since, because it is gone or forbidden now, is not kept. */
async function keep(client: QueryClient, account: string, confirmed: Map<string, number>): Promise<void> {
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ state, queryKey }) => state.status === 'success' && isKept(queryKey),
    shouldDehydrateMutation: () => false,
  })
  const newest = state.queries
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .slice(0, mostQueries)
    .map(({ promise: _, ...query }) => query)
  await set(account, { state: { ...state, queries: newest }, confirmed: Object.fromEntries(confirmed) }, queryStore())
}

async function restore(client: QueryClient, account: string, confirmed: Map<string, number>): Promise<void> {
  const kept = await get<Kept>(account, queryStore()).catch(() => undefined)
  if (!kept) return
  const { now } = await present()
  const leased = (hash: string) => isLeased(kept.confirmed[hash] ?? 0, now)
  const errorOf = (hash: string) => client.getQueryCache().get(hash)?.state.error ?? null
  // What the server has refused meanwhile does not come back.
  const refused = (hash: string) => errorOf(hash) instanceof ApiError && !isNoAnswer(errorOf(hash))
  for (const [hash, at] of Object.entries(kept.confirmed)) if (leased(hash)) confirmed.set(hash, at)
  // However young it is, what was kept is asked for again where there is a network.
  const queries = kept.state.queries
    .filter(({ queryHash }) => leased(queryHash) && !refused(queryHash))
    .map((query) => ({
      ...query,
      state: { ...query.state, isInvalidated: true, fetchFailureReason: errorOf(query.queryHash) },
    }))
  hydrate(client, { ...kept.state, queries })
}
