import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let running = 0

/** Runs `work`. Until it ends, pages say that they are checking for robots. */
export async function whileChecking<T>(work: () => Promise<T>): Promise<T> {
  change(1)
  try {
    return await work()
  } finally {
    change(-1)
  }
}

/** Returns whether this device is computing a proof of work. */
export function useChecking(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => running > 0,
    () => false,
  )
}

function change(by: number) {
  running += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
