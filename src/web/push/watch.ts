import { local } from '../storage.ts'

/**
 * If push is on, renews a lost subscription at the start and when the browser reports it. Returns a function that
 * stops.
 */
export function watchPush(): () => void {
  const settle = () => {
    if (local.read('push')) void import('./device.ts').then((device) => device.settlePush()).catch(() => {})
  }
  const onMessage = ({ data }: MessageEvent) => data?.type === 'settle-push' && settle()
  navigator.serviceWorker?.addEventListener('message', onMessage)
  settle()
  return () => navigator.serviceWorker?.removeEventListener('message', onMessage)
}
