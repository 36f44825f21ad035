import { join, resolve } from 'node:path'
import { readArguments } from '../scripts/lib/arguments.ts'
import { pageOf } from './bench/capture.ts'
import { compare, comparison } from './bench/compare.ts'
import { measureEverything } from './bench/everything.ts'
import { measureGrowth } from './bench/growth.ts'
import { measureLogins } from './bench/logins.ts'
import { measure, type Plan } from './bench/measure.ts'
import { measureOfflineDictionary } from './bench/offline.ts'
import { freeCores, memoryOf } from './bench/processes.ts'
import { readingPagesOf } from './bench/reading-pages.ts'
import { dashboardRows, everythingRows, growthRows, report, slowLineRows } from './bench/report.ts'
import { type Part, print, writeResults } from './bench/results.ts'
import { openSite } from './bench/site.ts'
import { measureDashboard, measureReadingPages } from './bench/slow-line.ts'
import { measureUploads } from './bench/uploads.ts'
import { startWorker } from './bench/worker.ts'
import { untilStopped } from './until-stopped.ts'

const { values: options } = readArguments({
  options: {
    quick: { type: 'boolean', default: false },
    growth: { type: 'boolean', default: false },
    against: { type: 'string' },
    pages: { type: 'string' },
    uploads: { type: 'boolean', default: false },
  },
})
const plan: Plan = options.quick
  ? { articles: 1_000, words: 10_000, rounds: 2, seconds: 1, warmUpSeconds: 1, connections: 16 }
  : { articles: 10_000, words: 100_000, rounds: 5, seconds: 3, warmUpSeconds: 6, connections: 16 }

async function bench(opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const free = await freeCores(1000)
  console.log(`Filling a site with ${plan.articles} articles and ${plan.words} words, and one with a tenth of each…`)
  const [site, tenth] = await Promise.all([
    openSite(opened, signal, plan),
    openSite(opened, signal, { articles: plan.articles / 10, words: plan.words / 10 }),
  ])
  const load = startWorker('load.ts', opened, signal)
  const bare = startWorker('bare-server.ts', opened, signal)
  const figures = await measure(plan, { site, tenth, load, bare, signal })
  const memory = memoryOf(site)
  const logins = await measureLogins(plan, site, load, signal)
  signal.throwIfAborted()
  const answered = await measureEverything(plan, { site, load, bare, signal })
  const paths = answered.filter(({ path, answer }) => !path.startsWith('/api/') && typeof answer !== 'string')
  const bareUrl = await bare.ask<string>([pageOf(10_000)])
  const urls = [bareUrl, ...paths.map(({ path }) => site.url + path)]
  const [barePage, ...pages] = (await measureReadingPages(urls, signal)) ?? []
  const dashboard = await measureDashboard(site.url, signal)
  const offline = await measureOfflineDictionary(site.url, plan.words, signal)
  const starts = [await site.startAgain(), await site.startAgain(), await site.startAgain()]
  const home = pages.find(({ path }) => path === '/')
  keep('results', [
    {
      title: 'Results with a target',
      ...report({ plan, figures, memory, logins, home, barePage, dashboard, offline, starts, free }),
    },
    { title: 'Every public page and read operation', rows: everythingRows(answered) },
    {
      title: 'Every public page on Slow 4G (1.6 Mbit/s, 150 ms), with a 4 times slower processor',
      rows: slowLineRows(pages, barePage),
    },
  ])
}

async function benchGrowth(opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const load = startWorker('load.ts', opened, signal)
  const sizes = options.quick ? [100, 1_000, 10_000] : [1_000, 10_000, 100_000, 1_000_000]
  const growth = await measureGrowth({ ...plan, sizes }, { opened, load, signal })
  keep('growth', [{ title: 'Searches in larger dictionaries', rows: growthRows(growth) }])
}

/** Compares every page and read operation with those of another checkout, which has to be installed and built. */
async function benchAgainst(checkout: string, opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  // The other checkout's own code fills its database, because the tables may differ.
  const theirs = (await import(join(resolve(checkout), 'tools/bench/site.ts'))) as { openSite: typeof openSite }
  const before = await theirs.openSite(opened, signal, plan)
  const after = await openSite(opened, signal, plan)
  const load = startWorker('load.ts', opened, signal)
  print([comparison(await compare(plan, { before, after, load, signal }))])
}

/**
 * Measures one page of each kind on a running site, such as the demo, and a bare page for comparison. Then registers a
 * member there and measures their dashboard.
 */
async function benchPages(site: string, opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const bare = startWorker('bare-server.ts', opened, signal)
  const bareUrl = await bare.ask<string>([pageOf(10_000)])
  const urls = [bareUrl, ...(await readingPagesOf(site))]
  const [barePage, ...pages] = (await measureReadingPages(urls, signal)) ?? []
  const dashboard = await measureDashboard(site, signal)
  print([
    { title: 'Reading pages on Slow 4G', rows: slowLineRows(pages, barePage) },
    { title: 'The dashboard on Slow 4G', rows: dashboardRows(dashboard) },
  ])
}

async function benchUploads(opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const rows = (await measureUploads(opened, signal)).map(([name, seconds]) => [name, seconds.toFixed(2)])
  print([{ title: 'Uploads, with their copies', rows: [['File', 'CPU seconds'], ...rows] }])
}

/** Prints the results, and writes those of a complete run to a file. */
function keep(name: string, parts: Part[]): void {
  print(parts)
  if (!options.quick) writeResults(name, parts)
}

const isComplete = await untilStopped(async (opened, signal) => {
  if (options.pages) await benchPages(new URL(options.pages).origin, opened, signal)
  else if (options.against) await benchAgainst(options.against, opened, signal)
  else await (options.uploads ? benchUploads : options.growth ? benchGrowth : bench)(opened, signal)
})
if (!isComplete) {
  console.error('The benchmark was interrupted.')
  process.exitCode = 130
}
