import { accountOf, tellAccount } from '../register.ts'
import type { Answer, Ask, Received } from './worker.ts'

const day = 24 * 60 * 60 * 1000

/** Asks the dictionary's worker; it answers as long as it is at work, and ends then. Answers a function that stops it. */
export function askDictionary(type: Ask['type'], onAnswer: (answer: Answer) => void): () => void {
  const worker = new Worker('/dictionary-worker.js')
  worker.onmessage = ({ data }: MessageEvent<Answer | Received>) => {
    // The meter of data hears of both workers in one place.
    if (data.type === 'received') {
      navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data }))
      return
    }
    onAnswer(data)
    if (data.type === 'progress') return
    worker.terminate()
    // The page on which the words are searched without signal.
    if (type === 'save') void tellAccount(`${location.origin}/language/vocabulary`)
  }
  worker.onerror = () => {
    worker.terminate()
    onAnswer({ type: 'failed', full: false })
  }
  const token = localStorage.getItem('token')
  const account = accountOf(token)
  const ask: Ask = { type, token: account && token, account: account?.id ?? null }
  worker.postMessage(ask)
  return () => worker.terminate()
}

/** Whether what is saved is to be compared with the server's: what was withdrawn goes from the device within a day. */
export function isDue(at: number): boolean {
  return navigator.onLine && Math.abs(Date.now() - at) > day
}

/** Bytes as a reader pays for them. */
export function asSize(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
