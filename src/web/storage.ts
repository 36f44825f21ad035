// `storage` events reach the other tabs, but never the tab that made the change; `tell` notifies that one.

export { hasDatabase, local, session } from '#src/offline/storage.ts'

const listeners = new Set<() => void>()

/** Notifies this tab that local storage has changed. */
export function tell(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when local storage changes in any tab; returns a function that stops. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
