import { createStore, delMany, keys, type UseStore } from 'idb-keyval'
import { setAccount } from './device.ts'
import { dropOwnPart, ownerOfPart } from './dictionary/store.ts'
import { dropAccounts } from './names.ts'

let opened: UseStore | undefined
/** What the dashboard has fetched, by account (`web/offline/kept-queries.ts`). */
export function queryStore(): UseStore {
  opened ??= createStore('urithi-offline-queries', 'queries')
  return opened
}

/** Says whose device it is now: what was kept for anybody else goes, whoever it was. */
export async function belongTo(account: { id: string; exp: number } | null): Promise<void> {
  await setAccount(account)
  await Promise.allSettled([dropAccounts(account?.id), dropQueries(account?.id), dropPart(account?.id)])
}

async function dropQueries(except: string | undefined): Promise<void> {
  const others = (await keys<string>(queryStore())).filter((id) => id !== except)
  await delMany(others, queryStore())
}

async function dropPart(except: string | undefined): Promise<void> {
  const owner = await ownerOfPart()
  if (owner !== undefined && owner !== except) await dropOwnPart()
}
