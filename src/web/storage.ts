// `storage` events reach other tabs, but never the tab that made the change; `tell` does that.

const listeners = new Set<() => void>()

/** Tells this tab that local storage has changed. */
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
