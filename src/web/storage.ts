// Local storage tells other tabs of a change, and never the tab that made it: `tell` does.

const listeners = new Set<() => void>()

/** Says in this tab that what local storage keeps has changed. */
export function tell(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when local storage has changed, in this tab or another; answers a function that stops. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
