import { createStore, type UseStore } from 'idb-keyval'

/**
 * Returns a store that is opened on first use. If the browser refuses IndexedDB by throwing (a private window, blocked
 * storage), its calls reject like any other failure.
 */
export function openStore(database: string, name: string): UseStore {
  let opened: UseStore | undefined
  return async (mode, work) => {
    opened ??= createStore(database, name)
    return opened(mode, work)
  }
}
