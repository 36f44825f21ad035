import { setTimeout as sleep } from 'node:timers/promises'
import { answering } from '../bench/worker.ts'

/** Another person's requests during an attack: one every `every` ms, whether or not the previous one was answered. */
export type Watch = { url: string; paths: string[]; every: number; token: string | undefined }
/**
 * ms until the last byte of each answer; `failed` counts requests that broke off, took over a minute or got a status
 * of 500 or more.
 */
export type Waits = { waits: number[]; failed: number }

let stop = async (): Promise<Waits> => ({ waits: [], failed: 0 })

// This runs in a separate process, so that the attacker's work doesn't delay the requests on their way to the server.
answering(async (question: Watch | 'stop') => {
  if (question === 'stop') return stop()
  stop = begin(question)
  return 'started'
})

function begin({ url, paths, every, token }: Watch): () => Promise<Waits> {
  const results: Waits = { waits: [], failed: 0 }
  const open: Promise<void>[] = []
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {}
  let turn = 0

  const timer = setInterval(() => void open.push(ask(url + paths[turn++ % paths.length])), every)

  async function ask(address: string) {
    const began = performance.now()
    try {
      const answer = await fetch(address, { headers, signal: AbortSignal.timeout(60_000) })
      await answer.arrayBuffer()
      if (answer.status >= 500) throw new Error(`answered ${answer.status}`)
      results.waits.push(performance.now() - began)
    } catch {
      results.failed++
    }
  }

  return async () => {
    // This waits for the last request, too.
    await sleep(every)
    clearInterval(timer)
    await Promise.all(open)
    return results
  }
}
