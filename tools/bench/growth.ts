import { words } from './artificial.ts'
import { type Run, run } from './measure.ts'
import { searches } from './searches.ts'
import { openSite, type Site } from './site.ts'
import type { Worker } from './worker.ts'

const articleCount = 4
const connections = 16

/** Results of word searches by the size of the dictionary, in entries, and by round. */
export type Growth = { size: number; rounds: Run[] }[]

/** Searches each dictionary in turn for the same words, so that other load on the machine affects all of them. */
export async function measureGrowth(
  plan: { rounds: number; seconds: number; warmUpSeconds: number; sizes: number[] },
  { opened, load, signal }: { opened: AsyncDisposableStack; load: Worker; signal: AbortSignal },
): Promise<Growth> {
  const sites: { size: number; site: Site; rounds: Run[] }[] = []
  for (const size of plan.sizes) {
    console.log(`Filling ${size} words…`)
    sites.push({ size, site: await openSite(opened, signal, { articles: articleCount, words: size }), rounds: [] })
  }
  // The smallest dictionary contains these words, too.
  const paths = searches(words(Math.min(...plan.sizes)), 10_000).map(
    (q) => `/api/vocabulary?limit=10&q=${encodeURIComponent(q)}`,
  )
  const how = (seconds: number) => ({ connections, seconds, token: undefined })
  for (const { site } of sites) await run(load, site, paths, how(plan.warmUpSeconds))
  for (let round = 0; round < plan.rounds; round++)
    for (const at of sites.keys()) {
      signal.throwIfAborted()
      const { site, rounds } = sites[(at + round) % sites.length] as (typeof sites)[number]
      rounds.push(await run(load, site, paths, how(plan.seconds)))
    }
  return sites.map(({ size, rounds }) => ({ size, rounds }))
}
