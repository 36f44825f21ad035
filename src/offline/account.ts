import { delMany, keys } from 'idb-keyval'
import { dropAccounts } from './cache-names.ts'
import { setAccount } from './device.ts'
import { dropOwnPart, ownerOfPart } from './dictionary/store.ts'
import { openStore } from './store.ts'

/** Data that the dashboard has fetched, by account (`web/offline/start.ts`). */
export const queryStore = openStore('urithi-offline-queries', 'queries')

/** Sets the account of this device and deletes the pages, data and words that were stored for any other. */
export async function belongTo(account: { id: string } | null): Promise<void> {
  await setAccount(account)
  await Promise.allSettled([dropAccounts(account?.id), dropQueries(account?.id), dropPart(account?.id)])
}

async function dropQueries(except: string | undefined): Promise<void> {
  const others = (await keys<string>(queryStore)).filter((id) => id !== except)
  await delMany(others, queryStore)
}

async function dropPart(except: string | undefined): Promise<void> {
  const owner = await ownerOfPart()
  if (owner !== undefined && owner !== except) await dropOwnPart()
}
