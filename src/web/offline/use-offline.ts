import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { startOffline, tellAccount } from '#src/offline/register.ts'

/** Sets up reading without signal for the dashboard. @param path where the member is: its page is kept, too */
export function useOffline(client: QueryClient, path: string): void {
  useEffect(() => {
    startOffline()
    let stop = () => {}
    let ended = false
    const keeping = import('./start.ts').then(({ startKeeping }) => startKeeping(client))
    void keeping.then((end) => {
      if (ended) end()
      else stop = end
    })
    return () => {
      ended = true
      stop()
    }
  }, [client])
  useEffect(() => {
    // A step within the dashboard asks for no page: the worker would never see this one.
    void tellAccount(location.origin + path)
  }, [path])
}

/** False while the device says that it has no network, and on a page that came from the device. */
export function useSignal(): boolean {
  return useSyncExternalStore(subscribe, read, () => true)
}

function read(): boolean {
  return navigator.onLine && document.documentElement.dataset.stored === undefined
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
