import { promisify } from 'node:util'
import autocannon, { type Instance, type Options } from 'autocannon'
import { requestHeaders } from './capture.ts'
import { answering } from './worker.ts'

/** Load on one server: every connection sends its next request when the previous one is answered. */
export type Load = {
  url: string
  paths: string[]
  connections: number
  seconds: number
  /** Maximum requests per second in total. */
  perSecond?: number
  /** Token of a member; without it the requests are a guest's. */
  token?: string | undefined
}

/** Latencies in ms; `seconds` is the actual duration, `cpuSeconds` the CPU time of the generator. */
export type Loaded = {
  requests: number
  failed: number
  seconds: number
  p50: number
  p99: number
  cpuSeconds: number
}

/** Up to this number of paths, requests are prepared before the run; with more, they are made during it. */
const fewPaths = 200

answering(async ({ url, paths, connections, seconds, perSecond, token }: Load): Promise<Loaded> => {
  let next = 0
  const requests =
    paths.length <= fewPaths
      ? paths.map((path) => ({ path }))
      : [{ setupRequest: (request: object) => ({ ...request, path: paths[next++ % paths.length] ?? '/' }) }]
  const headers = { ...requestHeaders, ...(token && { authorization: `Bearer ${token}` }) }
  const rate = perSecond && { overallRate: perSecond }
  const options: Options = { url, connections, duration: seconds, headers, requests, ...rate }
  const latencies: number[] = []
  let failed = 0
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const run = promisify((done: (error: unknown) => void) => {
    // autocannon's own latencies are whole milliseconds, too coarse for these answers.
    const instance: Instance = autocannon(options, done)
    instance.on('response', (_client, status, _bytes, milliseconds) => {
      if (status === 200) latencies.push(milliseconds)
      else failed++
    })
    instance.on('reqError', () => failed++)
  })
  await run()
  const { user, system } = process.cpuUsage(cpuBefore)
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    failed,
    seconds: (performance.now() - began) / 1000,
    p50: latencies[Math.floor(latencies.length * 0.5)] ?? 0,
    p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0,
    cpuSeconds: (user + system) / 1e6,
  }
})
