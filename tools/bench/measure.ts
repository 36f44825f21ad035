import { capture, requestHeaders } from './capture.ts'
import type { Size } from './fill.ts'
import type { Load, Loaded } from './load.ts'
import { cpuSecondsOf } from './processes.ts'
import { type Scenario, scenarios } from './scenarios.ts'
import type { Site } from './site.ts'
import type { Worker } from './worker.ts'

export type Plan = Size & { rounds: number; seconds: number; warmUpSeconds: number; connections: number }

/** The site, a site with a tenth of its rows, the load generator and the bare server. */
export type Parts = { site: Site; tenth: Site; load: Worker; bare: Worker; signal: AbortSignal }

/** Result of one load on one server; times in ms. `perCpuSecond`: requests per second of the server's CPU time. */
export type Run = {
  perSecond: number
  perCpuSecond: number
  p50: number
  p99: number
  failed: number
  loadBusy: number
}
export type Round = { site: Run; bare: Run; tenth: Run }
export type Figures = (Pick<Scenario, 'name' | 'limits'> & { rounds: Round[] })[]

/** Loads the three servers in turn, round by round, so that other load on the machine affects all of them. */
export async function measure(plan: Plan, parts: Parts): Promise<Figures> {
  const figures: Figures = []
  for (const scenario of scenarios) {
    const round = await prepare(scenario, plan, parts)
    await round(plan.warmUpSeconds, 0)
    const rounds: Round[] = []
    while (rounds.length < plan.rounds) rounds.push(await round(plan.seconds, rounds.length))
    figures.push({ name: scenario.name, limits: scenario.limits, rounds })
    console.log(`Measured: ${scenario.name}`)
  }
  return figures
}

async function prepare({ pathsOf, signedIn }: Scenario, plan: Plan, { site, tenth, load, bare, signal }: Parts) {
  const pathsOfSite = await pathsOf(site.url, plan)
  const pathsOfTenth = await pathsOf(tenth.url, plan)
  const headers = { ...requestHeaders, ...(signedIn && { authorization: `Bearer ${site.tokens.member}` }) }
  const sample = pathsOfSite(1 / 1000)
  const captured = await Promise.all(sample.map((path) => capture(site.url, path, headers)))
  const bareServer = { url: await bare.ask<string>(captured), pid: bare.pid }

  return async (seconds: number, turn: number): Promise<Round> => {
    const paths = pathsOfSite(seconds)
    const how = (token: string) => ({ connections: plan.connections, seconds, token: signedIn && token })
    const loads = {
      site: () => run(load, site, paths, how(site.tokens.member)),
      bare: () => run(load, bareServer, paths, how(site.tokens.member)),
      tenth: () => run(load, tenth, pathsOfTenth(seconds), how(tenth.tokens.member)),
    }
    const names = ['site', 'bare', 'tenth'] as const
    const runs: Partial<Round> = {}
    // The order rotates, so that no server is always first.
    for (const at of names.keys()) {
      signal.throwIfAborted()
      const name = names[(at + turn) % names.length] ?? 'site'
      runs[name] = await loads[name]()
    }
    return runs as Round
  }
}

/** Runs one load on one server. */
export async function run(
  worker: Worker,
  { url, pid }: Pick<Site, 'url' | 'pid'>,
  paths: string[],
  how: { connections: number; seconds: number; token: string | undefined },
): Promise<Run> {
  const before = cpuSecondsOf(pid)
  const load: Load = { url, paths, ...how }
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
