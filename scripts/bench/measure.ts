import type { Worker } from './ask.ts'
import { capture } from './capture.ts'
import type { Size } from './fill.ts'
import type { Load, Loaded } from './load.ts'
import { cpuSecondsOf } from './processes.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import type { Site } from './site.ts'

export type Plan = Size & { rounds: number; seconds: number; warmUpSeconds: number; connections: number }

/** The site, the same with a tenth of the rows, and what asks them and what they are compared with. */
export type Parts = { site: Site; tenth: Site; load: Worker; bare: Worker; signal: AbortSignal }

/** One load of one server; times in ms. `perCpuSecond`: requests in a second of the server's own processor time. */
export type Run = {
  perSecond: number
  perCpuSecond: number
  p50: number
  p99: number
  failed: number
  loadBusy: number
}
export type Round = { site: Run; bare: Run; tenth: Run }
export type Figures = { name: string; rounds: Round[] }[]

/** Loads the three servers in turn, round by round, so that what else the machine does falls on all of them. */
export async function measure(plan: Plan, parts: Parts): Promise<Figures> {
  const figures: Figures = []
  for (const scenario of scenarios) {
    const round = await prepare(scenario, plan, parts)
    await round(plan.warmUpSeconds, 0)
    const rounds: Round[] = []
    while (rounds.length < plan.rounds) rounds.push(await round(plan.seconds, rounds.length))
    figures.push({ name: scenario.name, rounds })
    console.log(`Measured: ${scenario.name}`)
  }
  return figures
}

async function prepare({ pathsOf }: Scenario, plan: Plan, { site, tenth, load, bare, signal }: Parts) {
  const pathsOfSite = await pathsOf(site.url, plan)
  const pathsOfTenth = await pathsOf(tenth.url, plan)
  const sample = pathsOfSite(1 / 1000)
  const captured = await Promise.all(sample.map((path) => capture(site.url, path)))
  const bareServer = { url: await bare.ask<string>(captured), pid: bare.pid }

  return async (seconds: number, turn: number): Promise<Round> => {
    const paths = pathsOfSite(seconds)
    const loads = {
      site: () => run(load, site, paths, plan.connections, seconds),
      bare: () => run(load, bareServer, paths, plan.connections, seconds),
      tenth: () => run(load, tenth, pathsOfTenth(seconds), plan.connections, seconds),
    }
    const names = ['site', 'bare', 'tenth'] as const
    const runs: Partial<Round> = {}
    // Nobody always comes first.
    for (const at of names.keys()) {
      signal.throwIfAborted()
      const name = names[(at + turn) % names.length] ?? 'site'
      runs[name] = await loads[name]()
    }
    return runs as Round
  }
}

async function run(
  worker: Worker,
  { url, pid }: Pick<Site, 'url' | 'pid'>,
  paths: string[],
  connections: number,
  seconds: number,
): Promise<Run> {
  const before = cpuSecondsOf(pid)
  const load: Load = { url, paths, connections, seconds }
  const done = await worker.ask<Loaded>(load)
  const cpuSeconds = cpuSecondsOf(pid) - before
  return {
    perSecond: done.requests / done.seconds,
    perCpuSecond: done.requests / cpuSeconds,
    p50: done.p50,
    p99: done.p99,
    failed: done.failed,
    loadBusy: done.cpuSeconds / done.seconds,
  }
}
