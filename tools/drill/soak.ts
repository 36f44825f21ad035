import { setTimeout as sleep } from 'node:timers/promises'
import type { Load, Loaded } from '../bench/load.ts'
import { memoryOf } from '../bench/processes.ts'
import { openSite } from '../bench/site.ts'
import { startWorker } from '../bench/worker.ts'
import { article, post } from './post.ts'

/** Paths requested in turn, some of them cached. */
const paths = [
  '/',
  '/api/articles?limit=10',
  '/language/proverbs',
  '/api/vocabulary?q=ab&limit=20',
  '/language/vocabulary',
  '/api/articles?q=drill&limit=10',
  '/api/vocabulary?q=tion&limit=20',
  '/search?q=drill',
]
const connections = 16
const measuredSeconds = 20
const loadShare = 0.6
const limits = { growth: 1.1 }

/**
 * Sends requests to a site at 60% of its capacity for `minutes` minutes while articles are posted, and reports whether
 * its memory use stays flat.
 */
export async function drillSoak(minutes: number): Promise<void> {
  await using opened = new AsyncDisposableStack()
  const { signal } = new AbortController()
  const site = await openSite(opened, signal, { articles: 2_000, words: 20_000 })
  const worker = startWorker('load.ts', opened, signal)
  const ask = (seconds: number, perSecond?: number) =>
    worker.ask<Loaded>({ url: site.url, paths, connections, seconds, ...(perSecond && { perSecond }) } satisfies Load)
  const writing = write(site.url, site.tokens.member)
  try {
    await ask(5)
    const full = await ask(measuredSeconds)
    const capacity = full.requests / full.seconds
    console.log(`capacity: ${capacity.toFixed(0)} requests/s, p99 ${full.p99.toFixed(1)} ms, failed ${full.failed}`)
    const resident: number[] = []
    let failed = full.failed
    let peakConnections = 0
    for (let minute = 1; minute <= minutes; minute++) {
      const { requests, failed: missed, seconds, p50, p99 } = await ask(60, capacity * loadShare)
      failed += missed
      const { server, postgres } = memoryOf(site)
      resident.push(server)
      const openConnections = await connectionsOf(site.url)
      peakConnections = Math.max(peakConnections, openConnections)
      console.log(
        `minute ${minute}: ${(requests / seconds).toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
          `failed ${missed}, server ${server.toFixed(0)} MB, database ${postgres.toFixed(0)} MB, ` +
          `${openConnections} connections`,
      )
    }
    const growth = (resident.at(-1) ?? 0) / (resident[1] ?? resident[0] ?? 1)
    const written = await writing.stop()
    console.log(
      `final memory: ${growth.toFixed(2)} × minute 2 (limit ${limits.growth}); failed requests: ${failed}; ` +
        `peak connections: ${peakConnections}; articles posted: ${written.posted}, failed: ${written.failed}`,
    )
    if (growth > limits.growth || failed + written.failed > 0) process.exitCode = 1
  } finally {
    await writing.stop()
  }
}

/** Posts an article every second, which also clears the caches every second. */
function write(url: string, token: string) {
  const counts = { posted: 0, failed: 0 }
  let running = true
  const writing = (async () => {
    for (; running; await sleep(1000)) {
      const answer = await post(url, '/api/articles', token, article('Drill')).catch(() => undefined)
      if (answer?.status === 201) counts.posted++
      else counts.failed++
    }
  })()
  return {
    async stop() {
      running = false
      await writing
      return counts
    },
  }
}

/** Returns the number of connections that the server has open to its database, read from its metrics. */
async function connectionsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url.replace('127.0.0.1', 'localhost')}/metrics`)).text()
  const counts = text.matchAll(/^database_connections\{[^}]*state="(?:busy|idle)"[^}]*\} (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
