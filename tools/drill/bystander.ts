import { setTimeout as sleep } from 'node:timers/promises'
import { answering } from '../bench/worker.ts'

/**
 * Other people's requests during an attack: one every `every` ms, whether or not the previous one was answered, and as
 * many by `writers` in turn.
 */
export type Watch = {
  url: string
  paths: string[]
  every: number
  token: string | undefined
  writers: readonly Writer[]
}
/** A member who repeatedly sends the same PUT. */
export type Writer = { token: string; path: string; body: object }
/**
 * ms until the last byte of each answer, and the path of the slowest one; `failed` counts requests that broke off, took
 * over a minute or got a status of 500 or more.
 */
export type Waits = { waits: number[]; slowest: string; failed: number }

let stop = async (): Promise<Waits> => ({ waits: [], slowest: '', failed: 0 })

// This runs in a separate process, so that the attacker's work doesn't delay the requests on their way to the server.
answering(async (question: Watch | 'stop') => {
  if (question === 'stop') return stop()
  stop = begin(question)
  return 'started'
})

function begin({ url, paths, every, token, writers }: Watch): () => Promise<Waits> {
  const results: Waits = { waits: [], slowest: '', failed: 0 }
  const open: Promise<void>[] = []
  let turn = 0

  const timer = setInterval(() => {
    open.push(ask({ path: paths[turn % paths.length] ?? '/', token }))
    const writer = writers[turn % writers.length]
    if (writer) open.push(ask(writer))
    turn++
  }, every)

  async function ask({ path, token, body }: Partial<Writer> & { path: string }) {
    const began = performance.now()
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const request = { headers, ...(body && { method: 'PUT', body: JSON.stringify(body) }) }
    try {
      const answer = await fetch(url + path, { ...request, signal: AbortSignal.timeout(60_000) })
      await answer.arrayBuffer()
      if (answer.status >= 500) throw new Error(`answered ${answer.status}`)
      const waited = performance.now() - began
      if (results.waits.every((other) => other < waited)) results.slowest = path.replace(/[\da-f-]{36}/, ':id')
      results.waits.push(waited)
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
