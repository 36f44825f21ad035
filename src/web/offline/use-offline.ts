import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { startOffline, tellAccount } from '#src/offline/register.ts'

/** Enables reading without signal for the dashboard. @param path the current path, whose page is stored, too */
export function useOffline(client: QueryClient, path: string): void {
  useEffect(() => {
    startOffline()
    let stop = () => {}
    let ended = false
    const keeping = import('./start.ts').then(
      ({ startKeeping }) => startKeeping(client),
      // This fails if signal is lost, and in Firefox and WebKit also if the page is left while the module loads.
      () => () => {},
    )
    void keeping.then(
      (end) => {
        if (ended) end()
        else stop = end
      },
      (error: unknown) => {
        // If signal was lost while the page loaded, the next page stores what it shows.
        if (navigator.onLine) throw error
      },
    )
    return () => {
      ended = true
      stop()
    }
  }, [client])
  useEffect(() => {
    // Navigation within the dashboard requests no page, so the worker would not see it.
    void tellAccount(location.origin + path)
  }, [path])
}

/** Returns false while the device reports no network, and on a page that came from the device. */
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
