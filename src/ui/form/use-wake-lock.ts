import { useEffect } from 'react'

/** Keeps the screen on while `wanted` is true. Browsers end the lock of a hidden page, so it is requested again. */
export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    if (!wanted) return
    let lock = request()
    const renew = () => {
      if (document.visibilityState === 'visible') lock = request()
    }
    document.addEventListener('visibilitychange', renew)
    return () => {
      document.removeEventListener('visibilitychange', renew)
      void lock?.then((sentinel) => sentinel?.release())
    }
  }, [wanted])
}

function request() {
  return navigator.wakeLock?.request('screen').catch(() => undefined)
}
