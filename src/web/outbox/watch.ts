import { ApiError } from '../errors.ts'
import { retryTimer } from '../retry.ts'
import { hasDatabase, local, session } from '../storage.ts'
import { countWaiting, databaseName, leftMark } from './count.ts'
import { canStore, fetchDeviceKey } from './key.ts'

/**
 * Sends the outbox at the start, when signal comes back, and when the person returns. Returns a function that stops.
 */
export function watchOutbox(): () => void {
  const retry = retryTimer(go, 5_000)
  function go() {
    retry.cancel()
    if (document.visibilityState === 'hidden') return
    void fetchDeviceKey()
      .then(async () => {
        retry.reset()
        if (countWaiting() > 0) await (await import('./send.ts')).flush()
      })
      .catch((error: unknown) => {
        // If the session has ended, the next event below tries again.
        if (error instanceof ApiError && error.status === 401) return
        retry.schedule()
      })
  }
  // The service worker sends this when Background Sync has woken it.
  const onMessage = ({ data }: MessageEvent) => data?.type === 'flush-outbox' && go()
  const signs = ['online', 'focus', 'visibilitychange', 'pageshow'] as const
  if (local.read(leftMark) !== null) void import('./items.ts').then(({ sweep }) => sweep()).catch(() => {})
  for (const sign of signs) addEventListener(sign, go)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  go()
  void countAgain().then(go, () => {})
  return () => {
    retry.cancel()
    for (const sign of signs) removeEventListener(sign, go)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}

/**
 * Counts the waiting items in the database, if there is one, once in a tab. Browsers write local storage late, so the
 * count there may be older than the items if the battery ran out, and they would never be sent.
 */
async function countAgain(): Promise<void> {
  if (session.read('outbox-counted') || !canStore() || !(await hasDatabase(databaseName))) return
  await (await import('./items.ts')).recount()
  session.write('outbox-counted', 'yes')
}
