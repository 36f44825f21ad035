import { parseArgs } from 'node:util'
import { startWorker } from './bench/ask.ts'
import { measureHomePage } from './bench/home-page.ts'
import { measureLogins } from './bench/logins.ts'
import { measure, type Plan } from './bench/measure.ts'
import { freeCores, memoryOf } from './bench/processes.ts'
import { report } from './bench/report.ts'
import { openSite } from './bench/site.ts'

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const plan: Plan = options.quick
  ? { articles: 1_000, words: 10_000, rounds: 2, seconds: 1, warmUpSeconds: 1, connections: 16 }
  : { articles: 10_000, words: 100_000, rounds: 5, seconds: 3, warmUpSeconds: 3, connections: 16 }

const interruption = new AbortController()
// A terminal and npm both pass Ctrl-C on, so a signal may come more than once.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'])
  process.on(signal, () => interruption.abort(new Error('The bench was interrupted.')))

async function bench(opened: AsyncDisposableStack, signal: AbortSignal): Promise<void> {
  const free = await freeCores(1000)
  console.log(`Filling ${plan.articles} articles and ${plan.words} words, and a tenth of each…`)
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
  const home = await measureHomePage(site.url, signal)
  console.log(report({ plan, figures, memory, logins, home, free }))
}

const opened = new AsyncDisposableStack()
try {
  await bench(opened, interruption.signal)
} catch (error) {
  console.error(interruption.signal.aborted ? interruption.signal.reason.message : error)
  process.exitCode = interruption.signal.aborted ? 130 : 1
} finally {
  await opened.disposeAsync()
  if (process.connected) process.disconnect?.()
}
