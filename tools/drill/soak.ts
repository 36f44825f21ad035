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
const share = 0.6
const most = { growth: 1.1 }

/**
 * Requests a site for `minutes` at 60% of its capacity while articles are posted, and reports whether its memory stays
 * flat.
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
    let connected = 0
    for (let minute = 1; minute <= minutes; minute++) {
      const { requests, failed: missed, seconds, p50, p99 } = await ask(60, capacity * share)
      failed += missed
      const { server, postgres } = memoryOf(site)
      resident.push(server)
      const now = await connectionsOf(site.url)
      connected = Math.max(connected, now)
      console.log(
        `minute ${minute}: ${(requests / seconds).toFixed(0)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ` +
          `failed ${missed}, server ${server.toFixed(0)} MB, database ${postgres.toFixed(0)} MB, ${now} connections`,
      )
    }
    const growth = (resident.at(-1) ?? 0) / (resident[1] ?? resident[0] ?? 1)
    const written = await writing.stop()
    console.log(
      `memory at the end ${growth.toFixed(2)} x minute 2 (at most ${most.growth}), failed requests ${failed}, ` +
        `${connected} connections at most, ${written.posted} articles posted, ${written.failed} not`,
    )
    if (growth > most.growth || failed + written.failed > 0) process.exitCode = 1
  } finally {
    await writing.stop()
  }
}

/** Posts an article each second, which clears the caches as often. */
function write(url: string, token: string) {
  const counts = { posted: 0, failed: 0 }
  let going = true
  const writing = (async () => {
    for (; going; await sleep(1000)) {
      const answer = await post(url, '/api/articles', token, article('Drill')).catch(() => undefined)
      if (answer?.status === 201) counts.posted++
      else counts.failed++
    }
  })()
  return {
    async stop() {
      going = false
      await writing
      return counts
    },
  }
}

/** Returns the server's connections to its database, from its metrics. */
async function connectionsOf(url: string): Promise<number> {
  const text = await (await fetch(`${url.replace('127.0.0.1', 'localhost')}/metrics`)).text()
  const counts = text.matchAll(/^database_connections\{[^}]*state="(?:busy|idle)"[^}]*\} (\d+)/gm)
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0)
}
