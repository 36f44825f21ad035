import type { Challenge } from '#core/proof-of-work.ts'

/**
 * Returns the header value that answers a challenge, computed in a worker or, if the browser can't start one, in short
 * steps on the page's own thread.
 */
export function proveAside(challenge: Challenge): Promise<string> {
  return inWorker(challenge).catch(async () => (await import('#core/proof-of-work.ts')).prove(challenge))
}

function inWorker(challenge: Challenge): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url))
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = () => {
      worker.terminate()
      reject(new Error('the worker did not start'))
    }
    worker.postMessage(challenge)
  })
}
