type Work<T> = () => Promise<T>

/**
 * Runs `work` while no other tab runs work of this name. If one does, this call waits for its turn or, with
 * `ifAvailable`, does nothing. Browsers offer locks only on secure origins; elsewhere `work` runs in every tab. Rejects
 * if `work` does, or if `signal` is aborted while the call waits.
 */
export function inOneTab<T>(name: string, work: Work<T>, options?: { signal?: AbortSignal }): Promise<T>
export function inOneTab(name: string, work: Work<void>, options: { ifAvailable: true }): Promise<void>
export async function inOneTab(name: string, work: Work<unknown>, options: LockOptions = {}): Promise<unknown> {
  if (!('locks' in navigator)) return work()
  return navigator.locks.request(name, options, async (lock) => (lock ? work() : undefined))
}
