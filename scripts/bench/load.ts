import { promisify } from 'node:util'
import autocannon, { type Instance, type Options } from 'autocannon'
import { answering } from './ask.ts'
import { requestHeaders } from './capture.ts'

/** A load on one server: every connection sends its next request when the last is answered. */
export type Load = {
  url: string
  paths: string[]
  connections: number
  seconds: number
  /** So many requests a second in all, where that is less. */
  perSecond?: number
  /** Whose requests they are; guests' without. */
  token?: string | undefined
}

/** Latencies in ms, `seconds` really taken, `cpuSeconds` of the generator itself. */
export type Loaded = {
  requests: number
  failed: number
  seconds: number
  p50: number
  p99: number
  cpuSeconds: number
}

/** Up to so many requests are written out before the run, more while it runs. */
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
    // Its own figures are whole milliseconds, and these answers take fewer.
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
