import { accountOf, tellAccount } from '../register.ts'
import { local } from '../storage.ts'
import type { Answer, Ask, Received } from './worker.ts'

const day = 24 * 60 * 60 * 1000
/** Bytes that a visit to the dictionary downloads without being asked, about as many as eight pages. */
const small = 200 * 1024
/** Set on this device once the dictionary was removed. */
const removed = 'dictionary-removed'

/** Sends a request to the dictionary's worker, which ends after its last answer. Returns a function that stops it. */
export function askDictionary(type: Ask['type'], onAnswer: (answer: Answer) => void): () => void {
  if (type !== 'state') local.write(removed, type === 'remove' ? 'yes' : null)
  const worker = new Worker('/dictionary-worker.js')
  worker.onmessage = ({ data }: MessageEvent<Answer | Received>) => {
    // The data meter listens to the service worker, so this worker's bytes are reported there.
    if (data.type === 'received') {
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      return
    }
    onAnswer(data)
    if (data.type === 'progress') return
    worker.terminate()
    // The page on which the reader searches the words without signal is stored, too.
    if (type === 'save') void tellAccount(`${location.origin}/language/vocabulary`)
  }
  worker.onerror = () => {
    worker.terminate()
    onAnswer({ type: 'failed', full: false })
  }
  const token = local.read('token')
  const account = accountOf(token)
  const ask: Ask = { type, token: account && token, account: account?.id ?? null }
  worker.postMessage(ask)
  return () => worker.terminate()
}

/**
 * Returns whether there is signal and the words are over a day old. They are then updated, because withdrawn words must
 * leave the device.
 */
export function isDue(at: number): boolean {
  return navigator.onLine && Math.abs(Date.now() - at) > day
}

/**
 * Returns whether a dictionary of this size is stored at the first visit. It isn't in data-saver mode, or if it was
 * removed from this device.
 */
export function isWelcome(offer: { bytes: number } | null): boolean {
  return !!offer && offer.bytes <= small && !('light' in document.documentElement.dataset) && !local.read(removed)
}

export function asSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
