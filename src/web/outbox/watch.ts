import { countWaiting } from './count.ts'
import { fetchDeviceKey } from './key.ts'
import { isMarked } from './mark.ts'

/** Sends what waits at the start, when signal comes back, and when the person does. Answers a function that stops. */
export function watchOutbox(): () => void {
  function go() {
    if (document.visibilityState === 'hidden') return
    void fetchDeviceKey()
      .then(async () => {
        if (countWaiting() > 0) await (await import('./send.ts')).flush()
      })
      .catch(() => {}) // no signal: at the next occasion
  }
  // The service worker says so when the browser has woken it for this.
  const onMessage = ({ data }: MessageEvent) => data?.type === 'flush-outbox' && go()
  const signs = ['online', 'focus', 'visibilitychange', 'pageshow'] as const
  if (isMarked()) void import('./items.ts').then(({ sweep }) => sweep()).catch(() => {})
  for (const sign of signs) addEventListener(sign, go)
  navigator.serviceWorker?.addEventListener('message', onMessage)
  go()
  return () => {
    for (const sign of signs) removeEventListener(sign, go)
    navigator.serviceWorker?.removeEventListener('message', onMessage)
  }
}
