import { useSyncExternalStore } from 'react'
import { readUser } from '../session/session.ts'
import { local, subscribe, tell } from '../storage.ts'

// Stores the number of waiting items per account outside the database, so that pages with nothing to send needn't open
// it.

const name = 'outbox'
/** The database of the outbox. A page can look whether there is one without loading the code that opens it. */
export const databaseName = 'urithi-outbox'
/** Item that earlier versions set while they stored a post. If it is there, files that no post names may be left. */
export const leftMark = 'outbox-keeping'

/** Returns how many items of the signed-in account wait on this device. */
export function countWaiting(): number {
  const account = readUser()?.id
  return account ? (counts()[account] ?? 0) : 0
}

export function setCount(account: string, count: number): void {
  const { [account]: _, ...others } = counts()
  local.write(name, JSON.stringify(count ? { ...others, [account]: count } : others))
  tell()
}

/** Returns the same as `countWaiting`, and follows changes in every tab. */
export function useCountWaiting(): number {
  return useSyncExternalStore(subscribe, countWaiting, () => 0)
}

function counts(): Record<string, number> {
  return local.readJson<Record<string, number>>(name) ?? {}
}
