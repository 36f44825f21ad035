import { useSyncExternalStore } from 'react'
import { readUser } from '../session.ts'
import { subscribe, tell } from '../storage.ts'

// How much waits here, per account, beside the database: a page that has nothing to send needn't open that.

const name = 'outbox'

/** How much of the signed-in account's waits on this device. */
export function countWaiting(): number {
  const account = readUser()?.id
  return account ? (counts()[account] ?? 0) : 0
}

export function setCount(account: string, count: number): void {
  const { [account]: _, ...others } = counts()
  localStorage.setItem(name, JSON.stringify(count ? { ...others, [account]: count } : others))
  tell()
}

/** As `countWaiting`; follows every tab. */
export function useCountWaiting(): number {
  return useSyncExternalStore(subscribe, countWaiting, () => 0)
}

function counts(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(name) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
